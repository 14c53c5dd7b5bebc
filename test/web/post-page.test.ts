import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, openApi, openInstallation, signUp } from './visitor.ts'

test('a post is shared by a link, commented on by its reader, and sent back with a reason', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const setting = page.locator('form').filter({ hasText: 'People who must approve' })
  await setting.getByLabel('People who must approve').fill('1')
  await setting.getByRole('button', { name: 'Save' }).click()
  await setting.getByText('Saved').waitFor()
  const scheduledAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const post = { profileId, content: 'Open on Sunday', platforms: ['bluesky'], scheduledAt }
  const { id } = await api.post('/v1/posts', post)

  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  await page.getByRole('button', { name: 'New share link' }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const address = await page.getByRole('group', { name: 'Link' }).locator('code').textContent()
  const comment = { name: 'Maria', text: 'Say Saturday instead.' }
  const answer = await fetch(`${address}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(comment),
  })
  assert.ok(answer.ok, await answer.text())
  await page.reload()
  await page.getByText('Say Saturday instead.').waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('group', { name: 'Link' }).waitFor({ state: 'detached' })
  assert.equal((await fetch(address ?? '')).status, 404)

  await page.getByText('Needed before it goes out').waitFor()
  await page.getByRole('button', { name: 'Send back' }).click()
  await page.getByLabel('Reason').fill('The day is wrong.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  await page.getByText('The day is wrong.').waitFor()
  assert.equal((await api.get(`/v1/posts/${id}`)).status, 'draft')
  assert.deepEqual(faults, [])
})
