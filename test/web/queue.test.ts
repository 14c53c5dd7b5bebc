import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectBluesky, openApi, openInstallation, signUp } from './visitor.ts'

test('drafts get times of day after these were shown, and the queue lists them by day', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const write = (content: string) =>
    api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true })
  const first = await write('Rye on Monday')
  const second = await write('Rolls on Tuesday')
  const template = await write('Repeats by a rule')
  await api.post('/v1/recurring-posts', { postId: template.id, cron: '0 6 1 * *', timezone: 'UTC' })

  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByText('2 drafts could fill the next days.').waitFor()
  await page.getByRole('button', { name: 'Plan 2 drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan your drafts' })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('First day').fill(tomorrow)
  await dialog.getByLabel('Another time of day').fill('07:15')
  await dialog.getByRole('button', { name: 'Add time' }).click()
  await dialog.locator('output').filter({ hasText: '07:15' }).nth(1).waitFor()
  assert.equal((await api.get(`/v1/posts/${first.id}`)).status, 'draft', 'nothing is scheduled yet')
  await dialog.getByRole('button', { name: 'Schedule 2 posts' }).click()
  await page.getByText('2 posts are scheduled').waitFor()
  const planned = await Promise.all([first, second].map(({ id }) => api.get(`/v1/posts/${id}`)))
  assert.deepEqual(
    planned.map(({ status, scheduledAt }) => [status, scheduledAt.slice(11, 16)]),
    [
      ['scheduled', '07:15'],
      ['scheduled', '07:15'],
    ],
  )
  assert.equal(planned[0].scheduledAt.slice(0, 10), tomorrow, 'the oldest draft goes out first')
  await page.getByRole('link', { name: 'Rye on Monday' }).waitFor()
  await page.getByRole('link', { name: 'Rolls on Tuesday' }).waitFor()
  assert.deepEqual(faults, [])
})

test('a post that waits for an approval says so, and leads to where it is given', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Bob')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  await api.post('/v1/posts', { profileId, content: 'Rolls', platforms: ['bluesky'] })
  await page.goto(`${url}/p/${profileId}/queue`)
  const row = page.getByRole('listitem').filter({ hasText: 'On hold' }).last()
  await row.getByText(/approv/i).waitFor()
  await row.getByRole('link', { name: 'Have a look' }).click()
  await page.getByRole('heading', { name: 'Rolls', level: 1 }).waitFor()
})
