import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

/** Keeps the calls of a page that the service refused for the role. */
function noteRefused(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
  })
  return refused
}

test('a contributor writes drafts, submits them where posts need approval, and an approver releases them', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: 'UTC' })
  await signUp(owner.page, url, 'Ada')
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const home = `${url}/p/${profileId}`
  const join = async (page: Page, name: string, role: string) => {
    await signUp(page, url, name)
    const person = await openApi(url, name)
    const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
    await person.post('/v1/profiles/invites/accept', { token: inviteToken })
    return person
  }
  await using writer = await installation.visit({ timezoneId: 'UTC' })
  const { page } = writer
  const cora = await join(page, 'Cora', 'contributor')
  const refused = noteRefused(page)
  const post = { profileId, platforms: ['bluesky'] }
  const today = new Date()
  const scheduledAt = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 12, 9)).toISOString()
  const planned = await ada.post('/v1/posts', { ...post, content: 'Rolls at nine', scheduledAt })
  const draft = await cora.post('/v1/posts', { ...post, content: 'Buns at ten', saveAsDraft: true })

  // Without approvals, the main button saves a draft, and nothing offers to publish.
  await page.goto(`${home}/compose?post=${draft.id}`)
  await page.getByLabel('What do you want to say?').fill('Buns at eleven')
  const actions = page.getByRole('button', { name: /^(publish|schedule|request approval)( |$)/i })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(`**/posts/${draft.id}`)
  await page.getByRole('link', { name: 'Edit' }).waitFor()
  assert.equal(await actions.count(), 0)
  const { status, content } = await cora.get(`/v1/posts/${draft.id}`)
  assert.deepEqual([status, content], ['draft', 'Buns at eleven'])

  // What others scheduled can be read and copied.
  await page.goto(`${home}/posts/${planned.id}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  const items = await page.getByRole('menuitem').allInnerTexts()
  assert.deepEqual(items, ['Save as template…', 'Duplicate'])
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Edit' }).count(), 0)
  await page.goto(`${home}/calendar?date=${scheduledAt.slice(0, 10)}`)
  const chip = page.locator(`[data-post="${planned.id}"]`)
  await chip.waitFor()
  assert.equal(await chip.getAttribute('draggable'), 'false')

  // The actions for selected posts are those that they may do, and apply to the posts that they may change.
  const bar = page.getByRole('region', { name: /selected$/ })
  const choose = (text: string) => page.getByRole('checkbox', { name: text }).click()
  const listActions = async () => {
    await bar.getByRole('button', { name: 'Clear selection' }).waitFor()
    return bar.getByRole('button').allInnerTexts()
  }
  await ada.post('/v1/labels', { profileId, name: 'Bread', color: 'teal' })
  await page.goto(`${home}/posts`)
  await choose('Select “Rolls at nine”')
  assert.deepEqual(await listActions(), ['Select all 2 posts', 'Duplicate', 'Clear selection'])
  await choose('Select “Buns at eleven”')
  assert.deepEqual(await listActions(), ['Edit…', 'Label', 'Duplicate', 'Move to trash', 'Clear selection'])
  await bar.getByRole('button', { name: 'Label' }).click()
  await page.getByRole('combobox', { name: 'Add' }).fill('Bread')
  await page.getByRole('option', { name: 'Bread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 post labeled').waitFor()
  assert.deepEqual((await cora.get(`/v1/posts/${planned.id}`)).tags, [])
  assert.deepEqual((await cora.get(`/v1/posts/${draft.id}`)).tags, ['Bread'])

  // They create labels, and leave those of the brand as they are.
  await page.goto(`${home}/settings/labels`)
  await page.getByRole('button', { name: 'Create label' }).waitFor()
  const labels = page.getByRole('list', { name: 'Labels' })
  await labels.getByText('Bread').waitFor()
  assert.equal(await labels.getByRole('button').count(), 0)

  // With approvals, the same button submits the post, and nothing is published before it is approved.
  await ada.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  await page.goto(`${home}/posts`)
  await choose('Select “Buns at eleven”')
  assert.ok((await listActions()).includes('Schedule 1 draft'))
  await page.goto(`${home}/compose?post=${draft.id}`)
  await page.getByRole('button', { name: 'Request approval · 1 account' }).click()
  await page.waitForURL(`**/posts/${draft.id}`)
  const approvals = await cora.get(`/v1/posts/${draft.id}/approvals`)
  assert.equal(approvals.status, 'requested')
  assert.equal((await cora.get(`/v1/posts/${draft.id}`)).publishedAt, null)

  await using reader = await installation.visit({ timezoneId: 'UTC' })
  await join(reader.page, 'Bob', 'approver')
  const refusedToo = noteRefused(reader.page)
  await reader.page.goto(`${home}/posts/${draft.id}`)
  await reader.page.getByRole('button', { name: 'Approve' }).click()
  await until('the approved post is published', async () => {
    return (await ada.get(`/v1/posts/${draft.id}`)).status === 'published'
  })
  assert.equal(await reader.page.getByRole('link', { name: /new post|\bedit\b/i }).count(), 0)
  await reader.page.goto(`${home}/posts`)
  await reader.page.getByText('Rolls at nine').waitFor()
  assert.equal(await reader.page.getByRole('checkbox').count(), 0)
  assert.deepEqual([...refused, ...refusedToo], [])
  assert.deepEqual([...writer.faults, ...reader.faults], [])
})
