import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromWall } from '#rules/wall-clock.ts'
import { connectBluesky, openApi, openInstallation, password, signUp } from '../visitor.ts'

const [berlin, newYork] = ['Europe/Berlin', 'America/New_York']

/** A day of next month, on which the evening in New York is already the next day in Berlin. */
function nextMonth(day: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
}

test('every page shows the brand’s time to a reader elsewhere, who finds their own in the tooltip', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit({ timezoneId: berlin })
  await signUp(owner.page, url, 'Ada')
  assert.equal(await owner.page.getByText('Times are in').count(), 0)
  await owner.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(owner.page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const day = nextMonth(10)
  const scheduledAt = fromWall(`${day}T00:30`, berlin).at
  const post = { profileId, platforms: ['bluesky'], scheduledAt }
  const { id } = await api.post('/v1/posts', { ...post, content: 'Night shift' })
  await api.post('/v1/posts', { ...post, content: 'An idea', saveAsDraft: true })

  await using reader = await installation.visit({ timezoneId: newYork })
  const { page, faults } = reader
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  const open = async (path: string) => {
    await page.goto(`${url}/p/${profileId}${path}`)
    await page.getByText('Times are in Berlin time').first().waitFor()
  }
  const own = (await page.evaluate(
    ([at, zone]) =>
      new Intl.DateTimeFormat('en-GB', {
        ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
        timeZone: zone,
      }).format(new Date(at ?? '')),
    [scheduledAt, newYork],
  )) as string

  for (const view of ['month', 'week']) {
    await open(`/calendar?view=${view}&date=${day}`)
    const time = page.locator(`[data-day="${day}"] [data-post="${id}"] time`)
    assert.equal(await time.innerText(), '00:30', view)
    assert.equal(await time.getAttribute('title'), `${own} · New York`, view)
  }
  await open(`/calendar?view=list&date=${day}`)
  const words = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const heading = words.format(new Date(`${day}T00:00Z`))
  await page.getByRole('region', { name: heading }).getByText('00:30').filter({ visible: true }).first().waitFor()
  await open('/queue')
  await page.getByRole('region', { name: heading }).getByText('00:30').filter({ visible: true }).first().waitFor()
  await open(`/posts/${id}`)
  await page
    .getByText(/, 00:30$/)
    .first()
    .waitFor()
  await open(`/compose?post=${id}`)
  await page
    .getByRole('button', { name: /, 00:30/ })
    .first()
    .waitFor()

  // A new rule is in the brand's zone, and its runs are at the same hour in the calendar.
  await open('/recurring?rule=new')
  const dialog = page.getByRole('dialog', { name: 'Repeat a post' })
  await dialog.getByText(/09:00/).first().waitFor()
  await dialog.getByRole('button', { name: 'Start repeating' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(/^Next .*09:00|, 09:00/)
    .first()
    .waitFor()
  const [rule] = await api.get(`/v1/recurring-posts?profileId=${profileId}`)
  assert.equal(rule.timezone, berlin)
  await open(`/calendar?view=week&date=${String(rule.nextRunAt).slice(0, 10)}`)
  await page.locator(`a[href*="${rule.id}"]`).getByText('09:00').first().waitFor()

  // The brand's clock moves with its setting, on every open page.
  await api.patch(`/v1/profiles/${profileId}`, { timezone: 'Asia/Tokyo' })
  await page.goto(`${url}/p/${profileId}/queue`)
  await page.getByText('Times are in Tokyo time').first().waitFor()
  await page.getByText('08:30').filter({ visible: true }).first().waitFor()
  assert.deepEqual(faults, [])
})
