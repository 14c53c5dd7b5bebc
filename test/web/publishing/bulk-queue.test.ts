import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { listBarriersInThemes, openApi, openInstallation, signUp } from '../visitor.ts'

test('selected drafts take the next free posting times in the order of the list, and an undo makes them drafts again', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '06:00' }))
  const plan = await api.post('/v1/slot-plans', { profileId, name: 'Daily', slots })
  for (const content of ['Third', 'Second', 'First'])
    await api.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true })
  const read = async (): Promise<{ content: string; scheduledAt: string | null; slotPlanId: string | null }[]> =>
    (await api.get(`/v1/posts?profileId=${profileId}&sort=scheduledAt`)).posts
  await page.goto(`${url}/p/${profileId}/posts?tab=draft`)
  const boxes = page.getByRole('main').getByRole('listitem').getByRole('checkbox')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Schedule 3 drafts' }).press('Enter')
  await until('all have a time', async () => (await read()).every(({ slotPlanId }) => slotPlanId === plan.id))
  const posts = await read()
  assert.deepEqual(
    posts.map(({ content }) => content),
    ['First', 'Second', 'Third'],
  )
  assert.equal(new Set(posts.map(({ scheduledAt }) => scheduledAt)).size, 3)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [], 'a message')
  await page.getByRole('button', { name: 'Close' }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'a message is not a dialog')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('all are drafts', async () => (await read()).every(({ scheduledAt }) => scheduledAt === null))
  assert.deepEqual(faults, [])
})
