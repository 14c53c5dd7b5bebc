import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('posts that wait for approval have a tab with their number, which follows each decision', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const tabs = page.getByRole('navigation', { name: 'Posts' })
  await page.goto(`${url}/p/${profileId}/posts`)
  await tabs.getByRole('link', { name: /^Drafts/ }).waitFor()
  assert.equal(await tabs.getByRole('link', { name: /approval/ }).count(), 0, 'no tab without a rule')

  await using guest = await installation.visit()
  await signUp(guest.page, url, 'Bob')
  const bob = await openApi(url, 'Bob')
  const { inviteToken: token } = await ada.post(`/v1/profiles/${profileId}/invites`, { role: 'admin' })
  await bob.post('/v1/profiles/invites/accept', { token })
  await ada.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  const write = (content: string) =>
    ada.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true })
  const [rolls] = [await write('Rolls at six'), await write('Only an idea')]

  await page.goto(`${url}/p/${profileId}/posts`)
  await tabs.getByRole('link', { name: 'Waiting for approval 0' }).click()
  await page.getByText('No posts waiting for approval').waitFor()
  await ada.post(`/v1/posts/${rolls.id}/request-approval`, {})
  await page.getByRole('listitem').filter({ hasText: 'Rolls at six' }).waitFor()
  await tabs.getByRole('link', { name: 'Waiting for approval 1' }).waitFor()
  assert.equal(await page.getByText('Only an idea').count(), 0)

  const { contentHash } = await bob.get(`/v1/posts/${rolls.id}/approvals`)
  await bob.post(`/v1/posts/${rolls.id}/approve`, { contentHash })
  await page.getByText('No posts waiting for approval').waitFor()
  await tabs.getByRole('link', { name: 'Waiting for approval 0' }).waitFor()

  // A change after the approval asks again.
  await page.goto(`${url}/p/${profileId}/compose?post=${rolls.id}`)
  await page.getByLabel('What do you want to say?').fill('Rolls at seven')
  await page.getByRole('button', { name: /^Request approval/ }).click()
  await page.waitForURL(new RegExp(`/posts/${rolls.id}`))
  await page.goto(`${url}/p/${profileId}/posts?tab=approval`)
  await page.getByRole('listitem').filter({ hasText: 'Rolls at seven' }).waitFor()
  assert.deepEqual(faults, [])
})
