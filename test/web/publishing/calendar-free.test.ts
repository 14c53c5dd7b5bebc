import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

const dayMs = 86_400_000

test('free posting times in the calendar move nothing when they come, accept a dropped post with undo, and are filled by keyboard', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'UTC' })
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => ['09:00', '18:00'].map((time) => ({ weekday, time })))
  const plan = await api.post('/v1/slot-plans', { profileId, name: 'Daily', slots })
  const day = new Date(Date.now() + 9 * dayMs).toISOString().slice(0, 10)
  const post = { profileId, platforms: ['bluesky'] }
  const rye = await api.post('/v1/posts', { ...post, content: 'Rye', scheduledAt: `${day}T12:00:00Z` })
  const draft = await api.post('/v1/posts', { ...post, content: 'A draft about bread', saveAsDraft: true })
  const read = (id: string) => api.get(`/v1/posts/${id}`)

  for (const view of ['month', 'week']) {
    await page.goto(`${url}/p/${profileId}/calendar?view=${view}&date=${day}`)
    const cell = page.locator(`[data-day="${day}"]`)
    await cell.getByText('Rye').waitFor()
    const before = await cell.getByText('Rye').boundingBox()
    await page.getByRole('button', { name: 'More calendar options' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Show free times' }).press('Enter')
    const free = cell.getByRole('button', { name: /^Fill .*9:00/ })
    await free.waitFor()
    assert.deepEqual(await cell.getByText('Rye').boundingBox(), before, `${view}: nothing moves`)
    assert.deepEqual(await listBarriersInThemes(page), [], view)
    await page.locator(`[data-post="${rye.id}"]`).dragTo(free)
    await until('the post has the free time', async () => (await read(rye.id)).scheduledAt === `${day}T09:00:00.000Z`)
    assert.equal((await read(rye.id)).slotPlanId, plan.id)
    await free.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('the post is back', async () => (await read(rye.id)).scheduledAt === `${day}T12:00:00.000Z`)
    assert.equal((await read(rye.id)).slotPlanId, null)
    await free.waitFor()
  }
  await page
    .locator(`[data-day="${day}"]`)
    .getByRole('button', { name: /^Fill .*9:00/ })
    .press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'A draft about bread' }).press('Enter')
  await until('the draft has the time', async () => (await read(draft.id)).scheduledAt === `${day}T09:00:00.000Z`)
  await page.getByRole('button', { name: 'More calendar options' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Hide free times' }).press('Enter')
  await until('no free time is shown', async () => (await page.getByRole('button', { name: /^Fill / }).count()) === 0)
  assert.deepEqual(faults, [])
})
