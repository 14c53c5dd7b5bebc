import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriersInThemes, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

test('colleagues mention, answer and settle on a post’s page, live, and a client sees only the comments of clients', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: 'UTC' })
  await using colleague = await installation.visit({ timezoneId: 'UTC' })
  await using client = await installation.visit({ timezoneId: 'UTC' })
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const cora = await join(colleague.page, 'Cora', 'approver')
  const { id } = await ada.post('/v1/posts', { profileId, content: 'Rolls at nine', saveAsDraft: true })
  const path = `${url}/p/${profileId}/posts/${id}`

  // The card says who reads it, and an @ lists the members.
  await owner.page.goto(path)
  const ours = owner.page.getByRole('region', { name: 'Team comments' })
  await ours.getByText('Clients with a share link can’t.').waitFor()
  const field = ours.getByLabel('Write to your team')
  await field.pressSequentially('Nine <b>euros</b>? @co')
  await ours.getByRole('option', { name: 'Cora' }).waitFor()
  await field.press('Enter')
  await field.pressSequentially('please check')
  await ours.getByRole('button', { name: 'Send', exact: true }).click()
  const words = 'Nine <b>euros</b>? @Cora please check'
  await ours.getByText(words).waitFor()
  await untilHolds(field, '')
  assert.equal(await ours.getByText('@Cora', { exact: true }).evaluate((node) => node.tagName), 'STRONG')

  // The bell of the colleague leads to the comment.
  await colleague.page.goto(`${url}/p/${profileId}/posts`)
  await colleague.page.getByRole('button', { name: /Notifications/ }).click()
  await colleague.page.getByRole('link', { name: /Ada mentioned you/ }).click()
  await colleague.page.waitForURL(/#tcm_/)
  const theirs = colleague.page.getByRole('region', { name: 'Team comments' })
  const article = theirs.getByRole('article', { name: 'Ada' })
  await article.waitFor()
  await colleague.page.locator(`[id="${new URL(colleague.page.url()).hash.slice(1)}"]:focus`).waitFor()
  assert.equal(await article.getByRole('button', { name: /Edit|Delete/ }).count(), 0, 'nothing that she may not do')

  // Her answer appears without a reload.
  await theirs.getByRole('button', { name: 'Reply to Ada' }).click()
  await theirs.getByLabel('Reply to your team').fill('Nine is right.')
  await theirs.getByRole('button', { name: 'Send', exact: true }).first().click()
  await ours.getByText('Nine is right.').waitFor()
  assert.equal(await ours.getByRole('article', { name: 'Cora' }).count(), 1)

  // A resolved thread is folded, on both pages.
  await ours.getByRole('button', { name: 'Resolve Ada’s thread' }).click()
  const fold = ours.getByText('1 resolved thread')
  await fold.waitFor()
  assert.equal(await ours.getByText(words).isVisible(), false)
  await theirs.getByText('1 resolved thread').waitFor()
  await fold.click()
  await ours.getByText(words).waitFor()

  // Own words can be changed and deleted.
  await ours.getByRole('button', { name: 'Edit', exact: true }).click()
  await ours.getByLabel('Edit your comment').fill('Ten euros?')
  await ours.getByRole('button', { name: 'Save', exact: true }).click()
  await ours.getByText('Ten euros?').waitFor()
  await ours.getByText('edited', { exact: true }).waitFor()
  await ours.getByRole('button', { name: 'Delete Ada’s comment' }).click()
  await owner.page.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete' }).click()
  await ours.getByText('Comment deleted').waitFor()

  // The composer of the post has them below the text, folded, and what is written there is on the post’s page at once.
  await colleague.page.goto(`${url}/p/${profileId}/posts/${id}`)
  await owner.page.goto(`${url}/p/${profileId}/compose?post=${id}`)
  const drawer = owner.page.getByRole('group').filter({ hasText: 'Team comments' })
  assert.equal(await drawer.getByLabel('Write to your team').isVisible(), false)
  await drawer.getByText('Team comments').click()
  await drawer.getByLabel('Write to your team').fill('Ten is wrong, too.')
  await drawer.getByRole('button', { name: 'Send', exact: true }).click()
  await drawer.getByText('1 open').waitFor()
  await theirs.getByText('Ten is wrong, too.').waitFor()
  if (process.env.SHOTS) await takeShots(owner.page, `${process.env.SHOTS}/composer`)
  await owner.page.goto(path)
  await ours.getByRole('button', { name: 'Resolve Ada’s thread' }).click()
  await ours.getByText('2 resolved threads').waitFor()

  // The client sees neither, and what the client writes is apart.
  const share = await ada.post(`/v1/posts/${id}/share-link`, { comments: true })
  await client.page.goto(share.url)
  await client.page.getByText('Rolls at nine').first().waitFor()
  assert.ok(!(await client.page.content()).includes('Nine is right.'))
  const answer = await fetch(`${share.url}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ name: 'Maria', text: 'Say Saturday.' }),
  })
  assert.ok(answer.ok, await answer.text())
  const clients = owner.page.getByRole('region', { name: 'Client comments' })
  await clients.getByText('Say Saturday.').waitFor()
  assert.equal(await ours.getByText('Say Saturday.').count(), 0)

  // The team replies where clients read it, and the field says so.
  await clients.getByText('Everyone with a share link that allows comments reads this.').waitFor()
  await clients.getByLabel('Reply to your clients').fill('Saturday it is.')
  await clients.getByRole('button', { name: 'Send', exact: true }).click()
  await clients.getByText('From your team').waitFor()
  assert.equal(await clients.getByLabel('Reply to your clients').inputValue(), '')
  await client.page.reload()
  await client.page.getByText('Saturday it is.').waitFor()
  assert.ok(!(await client.page.content()).includes('Nine is right.'))

  assert.deepEqual(await listBarriersInThemes(owner.page), [])
  if (process.env.SHOTS) await takeShots(owner.page, process.env.SHOTS)
  assert.deepEqual([owner.faults, colleague.faults], [[], []])
  assert.ok(cora)

  async function join(page: Page, name: string, role: string) {
    await signUp(page, url, name)
    const person = await openApi(url, name)
    const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
    await person.post('/v1/profiles/invites/accept', { token: inviteToken })
    return person
  }
})

async function takeShots(page: Page, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [1024, 800],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${folder}/${width}-${colorScheme}.png`, fullPage: true })
    }
}
