import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

/** A red dot as a PNG. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

test('a post shows its steps live, then what its network received; its file shows where it is used', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'Europe/Berlin' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.setInputFiles('input[type=file]', { name: 'pier.png', mimeType: 'image/png', buffer: dot })
  const file = await until('the file is in the library', async () => (await api.get('/v1/media')).media[0] ?? null)

  // Each call to the network takes two seconds, so that the steps are visible one by one.
  await api.put('/v1/sandbox/faults/bluesky', { kind: 'slow', delayMs: 2_000 })
  const { id } = await api.post('/v1/posts', {
    profileId,
    content: 'Open at nine',
    platforms: ['bluesky'],
    media: [{ storagePath: file.storagePath, altText: 'The pier' }],
  })
  await page.goto(`${url}/p/${profileId}/posts/${id}`)
  const stages = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  const now = page.locator('[aria-current=step]')
  await now.getByText('Publishing').waitFor()
  await stages.filter({ hasText: 'Files uploaded' }).waitFor()
  // A published post folds its steps.
  await page.getByRole('article').getByText('Published', { exact: true }).waitFor()
  await stages.first().waitFor({ state: 'detached' })
  assert.equal(await now.count(), 0)
  await page.getByRole('button', { name: /Bluesky/, expanded: false }).click()
  assert.deepEqual(await stages.evaluateAll((items) => items.map(({ dataset }) => dataset.stage)), [
    'done',
    'done',
    'done',
  ])
  await page.getByRole('region', { name: 'As sent' }).getByText('Image: “The pier”').waitFor()
  await page.locator('[data-preview=bluesky]').getByText('Open at nine').waitFor()
  assert.deepEqual(await listBarriers(page), [])

  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('button', { name: /pier\.png/ }).click()
  await page.getByRole('heading', { name: 'Used in 1 post' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'pier.png is in use' }).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await page.getByRole('dialog').getByRole('link', { name: 'Open at nine' }).click()
  await page.getByRole('heading', { name: 'Open at nine', level: 1 }).waitFor()
  assert.deepEqual(faults, [])
})

test('a time typed in natural language is parsed in the profile’s time zone at each keystroke', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'America/New_York' })
  const { page } = visitor
  await signUp(page, url, 'Bob')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Bob')
  await api.patch(`/v1/profiles/${api.profileId}`, { timezone: 'Asia/Tokyo' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Good morning')
  await page.getByRole('button', { name: 'When: Now' }).click()
  const field = page.getByLabel('Or type a time')
  await field.fill('thursday')
  await page.getByText(/^Scheduled for Thu .*09:00$/).waitFor()
  await page.getByRole('button', { name: /^Schedule for Thu .*09:00 · 1 account$/ }).waitFor()
  await field.fill('next week')
  await field.press('Enter')
  await page.getByText('We couldn’t read that.').waitFor()
  await field.fill('thu 9:30')
  await page.getByText(/^Scheduled for Thu .*09:30$/).waitFor()
  assert.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '09:30')
  await page.getByText('your time').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Scheduled for /).waitFor({ state: 'detached' })

  // Scheduled posts can be rehearsed: a disconnected account would block this one.
  const { profileId } = api
  const scheduledAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await api.post('/v1/posts', { profileId, content: 'A loaf a day', platforms: ['bluesky'], scheduledAt })
  await page.goto(`${url}/p/${profileId}/calendar`)
  await page.getByRole('link', { name: 'Check this week' }).click()
  const loaf = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A loaf a day' })
  await loaf.getByText('On time').waitFor()
  await api.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 1 })
  await page.reload()
  await loaf.getByText('Blocked').waitFor()
  await page.getByText('The post needs more approvals.').waitFor()
})
