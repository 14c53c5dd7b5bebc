import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('where a brand needs approvals, the calendar’s composer asks for them in the same step', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await using guest = await installation.visit()
  await signUp(guest.page, url, 'Bob')
  const bob = await openApi(url, 'Bob')
  const { inviteToken: token } = await api.post(`/v1/profiles/${profileId}/invites`, { role: 'admin' })
  await bob.post('/v1/profiles/invites/accept', { token })
  // The longest name of a zone.
  await api.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1, timezone: 'America/Argentina/ComodRivadavia' })
  const now = new Date()
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 12)).toISOString().slice(0, 10)
  const write = async (content: string) => {
    await page.goto(`${url}/p/${profileId}/calendar?date=${day}`)
    const cell = page.locator(`[data-day="${day}"]`)
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('What do you want to say?').fill(content)
  }
  const read = async (content: string) => {
    const { posts } = await api.get(`/v1/posts?profileId=${profileId}`)
    const post = posts.find((one: { content: string }) => one.content === content)
    return { ...post, approval: (await api.get(`/v1/posts/${post.id}/approvals`)).status }
  }
  const ask = page.getByRole('dialog').getByRole('button', { name: 'Request approval · 1 account' })

  await write('Rolls at six')
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).count(), 0)
  const cut = await page
    .getByRole('dialog')
    .getByTitle(/^Times are/)
    .evaluate((zone) => zone.scrollWidth > zone.clientWidth)
  assert.equal(cut, false, 'the whole zone is readable')
  await ask.click()
  await page.getByText('Approval requested').waitFor()
  const { status, scheduledAt, approval } = await read('Rolls at six')
  assert.deepEqual([status, scheduledAt.slice(0, 10), approval], ['scheduled', day, 'requested'])
  assert.deepEqual(faults, [])

  // A draft does not ask. If asking fails, the post is kept, and its page offers to ask again.
  await write('Only an idea')
  await page.getByRole('dialog').getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  assert.equal((await read('Only an idea')).approval, 'needed')
  await page.route('**/request-approval', (route) => route.abort())
  await write('Buns at seven')
  await ask.click()
  await page.waitForURL(/\/posts\/post_/)
  await page.getByText('Couldn’t request approval. The post is saved.').waitFor()
  await page.unroute('**/request-approval')
  await page.getByRole('button', { name: 'Request approval' }).click()
  await until('the request arrives', async () => (await read('Buns at seven')).approval === 'requested')
})
