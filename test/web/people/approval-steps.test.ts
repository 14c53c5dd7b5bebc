import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('the owner sets steps and learns how many scheduled posts will wait; the post page says whose turn it is', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = owner
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const home = `${url}/p/${profileId}`
  const join = async (other: Page, name: string, role: string) => {
    await signUp(other, url, name)
    const person = await openApi(url, name)
    const { inviteToken: token } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
    await person.post('/v1/profiles/invites/accept', { token })
  }
  await using editor = await installation.visit({ timezoneId: 'UTC' })
  await join(editor.page, 'Eve', 'editor')
  await using client = await installation.visit({ timezoneId: 'UTC' })
  await join(client.page, 'Cleo', 'approver')
  const scheduledAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const write = (content: string) => ada.post('/v1/posts', { profileId, content, platforms: ['bluesky'], scheduledAt })
  const [rolls] = [await write('Rolls at six'), await write('Buns at seven')]

  await page.goto(`${home}/settings`)
  const card = page.getByRole('region', { name: 'Approvals' })
  await card.getByLabel('Required approvals').fill('1')
  await card.getByText('2 scheduled posts will need approval to publish on time.').waitFor()
  await card.getByLabel('Approve in steps').check()
  await card.getByText('2 scheduled posts will need').waitFor()
  assert.equal(await card.getByLabel('Required approvals').count(), 0)
  await card.getByLabel('Step 1: Name').fill('Editors')
  const first = card.getByRole('listitem').filter({ has: page.getByLabel('Step 1: Name') })
  await first.getByLabel('Owner', { exact: true }).uncheck()
  await first.getByLabel('Eve', { exact: true }).check()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Saved').waitFor()
  const saved = await ada.get(`/v1/profiles/${profileId}`)
  assert.deepEqual(
    saved.approvalSteps.map(({ name, roles, uids }: { name: string; roles: string[]; uids: string[] }) => [
      name,
      roles.toSorted(),
      uids.length,
    ]),
    [
      ['Editors', ['admin', 'editor'], 1],
      ['Client', ['approver'], 0],
    ],
  )
  // The order changes by keyboard, is announced, and keeps the focus on the step that moved.
  await card.getByRole('button', { name: 'Move Client up' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('Client is step 1 of 2.').waitFor()
  await card.getByRole('button', { name: 'Move Client down' }).and(page.locator(':focus')).waitFor()
  assert.equal(await card.getByLabel('Step 1: Name').inputValue(), 'Client')
  assert.equal(await card.getByRole('button', { name: 'Move Client up' }).isDisabled(), true)
  const namesOf = async () =>
    (await ada.get(`/v1/profiles/${profileId}`)).approvalSteps.map(({ name }: { name: string }) => name)
  await card.getByRole('button', { name: 'Save' }).click()
  await until('the new order is stored', async () => (await namesOf())[0] === 'Client')
  await card.getByRole('button', { name: 'Move Client down' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('Client is step 2 of 2.').waitFor()
  await card.getByRole('button', { name: 'Save' }).click()
  await until('the first order is stored again', async () => (await namesOf())[0] === 'Editors')
  // The IDs have stayed, so approvals would have too.
  assert.deepEqual((await ada.get(`/v1/profiles/${profileId}`)).approvalSteps, saved.approvalSteps)

  await page.reload()
  await card.getByLabel('Step 2: Name').waitFor()
  await card.getByLabel('Approve in steps').uncheck()
  await card.getByLabel('Required approvals').fill('0')
  await card.getByText('Posts waiting for approval will publish at their time.').waitFor()

  const approval = (of: Page) => of.getByRole('region', { name: 'Approval', exact: true })
  const steps = (of: Page) => approval(of).getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await client.page.goto(`${home}/posts/${rolls.id}`)
  await approval(client.page).getByText('Can approve now: Eve.').waitFor()
  assert.deepEqual(
    await steps(client.page)
      .allInnerTexts()
      .then((all) => all.map((text) => text.replace(/\s+/g, ' '))),
    ['1. Editors Next', '2. Client Later'],
  )
  assert.equal(await approval(client.page).getByRole('button', { name: 'Approve' }).count(), 0)
  assert.equal(await approval(client.page).getByRole('button', { name: 'Reject' }).count(), 0)

  await editor.page.goto(`${home}/posts/${rolls.id}`)
  await approval(editor.page).getByRole('button', { name: 'Approve' }).click()
  await approval(editor.page).getByText('Can approve now: Cleo.').waitFor()
  assert.equal(await approval(editor.page).getByRole('button', { name: 'Approve' }).count(), 0)

  // The client’s open page follows.
  await approval(client.page).getByRole('button', { name: 'Approve' }).click()
  await approval(client.page).getByText('Can approve now').waitFor({ state: 'detached' })
  assert.deepEqual(
    await steps(client.page)
      .allInnerTexts()
      .then((all) => all.map((text) => text.replace(/\s+/g, ' '))),
    ['1. Editors Approved', '2. Client Approved'],
  )
  await approval(client.page)
    .getByText(/^Eve · Approved/)
    .waitFor()
  await approval(client.page)
    .getByText(/^Cleo · Approved/)
    .waitFor()
  assert.deepEqual(await listBarriersInThemes(client.page), [])
  const folder = process.env.STEPS_LOOKS
  for (const colorScheme of folder ? (['light', 'dark'] as const) : [])
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${home}/settings`)
      await card.getByLabel('Step 2: Name').waitFor()
      await page.screenshot({ path: `${folder}/settings-${width}-${colorScheme}.png`, fullPage: true })
      await page.goto(`${home}/posts/${rolls.id}`)
      await steps(page).first().waitFor()
      await page.screenshot({ path: `${folder}/post-${width}-${colorScheme}.png`, fullPage: true })
    }
  assert.deepEqual([faults, editor.faults, client.faults], [[], [], []])
})
