import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { connectBluesky, openApi, openInstallation, signUp } from '../visitor.ts'

test('drafts get times of day after the times were shown, and the queue lists them by day', async () => {
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
  await page.getByText('You have 2 drafts ready to schedule.').waitFor()
  await page.getByRole('button', { name: 'Schedule 2 drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule your drafts' })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('First day').fill(tomorrow)
  await dialog.getByLabel('Add a time slot').fill('07:15')
  await dialog.getByRole('button', { name: 'Add time' }).click()
  await dialog.locator('output').filter({ hasText: '07:15' }).nth(1).waitFor()
  assert.equal((await api.get(`/v1/posts/${first.id}`)).status, 'draft', 'nothing is scheduled yet')
  await dialog.getByRole('button', { name: 'Schedule 2 posts' }).click()
  await page.getByText('2 posts scheduled').waitFor()
  const planned = await Promise.all([first, second].map(({ id }) => api.get(`/v1/posts/${id}`)))
  assert.deepEqual(
    planned.map(({ status, scheduledAt }) => [status, scheduledAt.slice(11, 16)]),
    [
      ['scheduled', '07:15'],
      ['scheduled', '07:15'],
    ],
  )
  assert.equal(planned[0].scheduledAt.slice(0, 10), tomorrow, 'the oldest draft is published first')
  await page.getByRole('link', { name: 'Rye on Monday' }).waitFor()
  await page.getByRole('link', { name: 'Rolls on Tuesday' }).waitFor()
  await page.getByRole('link', { name: 'Rye on Monday' }).getByRole('img', { name: 'Bluesky' }).waitFor()
  assert.deepEqual(faults, [])
})

test('a post that waits for approval says so, and links to the page where it can be approved', async () => {
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
  await row.getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: 'Rolls', level: 1 }).waitFor()
})

test('a post repeats every Tuesday and Friday; one run is skipped, the schedule changes, and it is paused', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await api.post('/v1/posts', { profileId, content: 'Rye day.', platforms: ['bluesky'], saveAsDraft: true })
  const readRule = async () => (await api.get(`/v1/recurring-posts?profileId=${profileId}`))[0]

  await page.getByRole('link', { name: 'Recurring' }).click()
  await page.getByRole('button', { name: 'Repeat a post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' })
  await dialog.getByRole('button', { name: 'Tuesday' }).click()
  await dialog.getByRole('button', { name: 'Friday' }).click()
  await dialog.getByRole('button', { name: 'Monday' }).click()
  await dialog.getByLabel('At', { exact: true }).fill('17:30')
  await dialog.getByText('Every Tuesday and Friday at 17:30').waitFor()
  await until('five times are shown', async () => (await dialog.getByRole('listitem').count()) === 5)
  await dialog.getByRole('button', { name: 'Start repeating' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Every Tuesday and Friday at 17:30').waitFor()
  assert.equal((await readRule()).cron, '30 17 * * TUE,FRI')

  // The only rule shows its times.
  const first = page.getByRole('list', { name: 'Upcoming posts' }).getByRole('listitem').first()
  await first.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Skip' }).click()
  await first.getByText('skipped').waitFor()
  assert.equal((await readRule()).exceptions[0].skipped, true)

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit schedule' }).click()
  const form = page.getByRole('dialog', { name: 'Edit schedule' })
  await form.getByLabel('How often').selectOption('Custom (cron)')
  await form.getByLabel('Cron expression').fill('30 25 * * *')
  await until('the schedule is refused', () => form.getByRole('button', { name: 'Save' }).isDisabled())
  await form.getByLabel('How often').selectOption('Every day')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Every day at 17:30').waitFor()

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByText('Paused').waitFor()
  assert.equal((await readRule()).status, 'paused')
  assert.deepEqual(
    faults.filter((fault) => !/status of 400/.test(fault)),
    [],
  )
})

test('a schedule is shown in the time zone it runs in, which is the brand’s or the author’s, not the reader’s', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'Europe/Berlin' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky'], { url, sandboxUrl, person: 'alice' })
  await api.patch('/v1/auth/me', { timezone: 'America/New_York' })
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Asia/Tokyo' })
  await api.post('/v1/posts', { profileId, content: 'Rye day.', platforms: ['bluesky'], saveAsDraft: true })
  await page.goto(`${url}/p/${profileId}/recurring?rule=new`)
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByRole('region', { name: 'Publishes' })
  await shown.getByText('Tokyo time').waitFor()
  assert.match((await shown.getByRole('listitem').first().textContent()) ?? '', /09:00/)
  await dialog.locator('summary').click()
  const zone = dialog.getByLabel('Time zone')
  await zone.getByRole('option', { name: 'My time zone (America/New York)' }).waitFor({ state: 'attached' })
  await zone.selectOption('')
  await shown.getByText('New York time').waitFor()
  await dialog.getByRole('button', { name: 'Start repeating' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [rule] = await api.get(`/v1/recurring-posts?profileId=${profileId}`)
  assert.deepEqual([rule.timezone, rule.followsUserTimezone], ['America/New_York', true])
  await page.getByText('New York time').waitFor()
  assert.deepEqual(faults, [])
})
