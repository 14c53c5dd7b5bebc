import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectInWindow, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

/** The style of an element in the browser, whose types are not available here. */
interface Styled {
  readonly style: { readonly top: string; readonly height: string }
}

const hourMs = 3_600_000
const hourPixels = 52
const inHours = (from: number | string, hours: number): string =>
  new Date(new Date(from).getTime() + hours * hourMs).toISOString()
/** An hour of the 10th of next month: hours of one day are in the same month, whatever today is. */
const nextMonthAt = (hour: number): string => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10, hour)).toISOString()
}
const notices = (page: Page) => page.getByRole('list', { name: 'Schedule conflicts' }).getByRole('listitem')
const cell = (page: Page, day: string) => page.locator(`[data-day="${day.slice(0, 10)}"]`)

/** Consents in LinkedIn's window, and connects the first account offered. */
async function connectLinkedin(page: Page, { get, post, profileId }: Awaited<ReturnType<typeof openApi>>) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect LinkedIn' }).click()
  await (await opened).getByRole('button', { name: /alice/i }).first().click()
  const first = await until('LinkedIn offers accounts', async () => {
    const answer = await get(`/v1/platforms/linkedin/pages?profileId=${profileId}`).catch(() => null)
    return answer?.pages[0]
  })
  await post('/v1/platforms/linkedin/connect-page', { profileId, pageId: first.id })
}

test('the calendar shows when an account, a quota or the plan will block posts, how many, and the next step', async () => {
  await using installation = await openInstallation({ X_MONTHLY_POSTS: '1' })
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectInWindow(page, 'X')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectLinkedin(page, api)
  const plan = (platform: string, scheduledAt: string, profile = profileId) =>
    api.post('/v1/posts', {
      profileId: profile,
      content: 'Rolls',
      platforms: [platform],
      scheduledAt,
      confirmWarnings: true,
    })
  const accounts: { network: string; expiresAt: string }[] = await api.get(
    `/v1/platforms/accounts?profileId=${profileId}`,
  )
  const ends = accounts.find(({ network }) => network === 'linkedin')?.expiresAt ?? assert.fail('the grant never ends')
  const open = (date: string, view = 'month', profile = profileId) =>
    page.goto(`${url}/p/${profile}/calendar?view=${view}&date=${date.slice(0, 10)}`)

  // The grant: two posts are scheduled after its expiry and one earlier.
  for (const hours of [-2, 2, 3]) await plan('linkedin', inHours(ends, hours))
  await open(ends)
  await notices(page)
    .getByText(/loses access .*\. 2 scheduled posts will be put on hold\./)
    .waitFor()
  await cell(page, ends)
    .getByRole('link', { name: /^LinkedIn: access expires \d\d:\d\d\. / })
    .waitFor()
  assert.match((await cell(page, inHours(ends, 24)).getAttribute('aria-label')) ?? '', /LinkedIn is on hold/)
  assert.doesNotMatch((await cell(page, inHours(ends, -24)).getAttribute('aria-label')) ?? '', /LinkedIn/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await listBarriers(page), [])
  }
  await open(ends, 'week')
  const shade = cell(page, ends).locator('[data-band=grant]')
  await shade.waitFor()
  const end = new Date(ends)
  const top = ((end.getUTCHours() * 60 + end.getUTCMinutes()) / 60) * hourPixels
  assert.ok(
    Math.abs(Number.parseFloat(await shade.evaluate((element) => (element as unknown as Styled).style.top)) - top) < 1,
  )
  assert.deepEqual(await listBarriers(page), [])
  await open(ends, 'list')
  await page.getByText(/^LinkedIn: access expires \d\d:\d\d$/).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await notices(page).getByRole('link', { name: 'Reconnect' }).click()
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()

  // The quota: one post to X a month, and two are scheduled.
  const [one, two] = [nextMonthAt(10), nextMonthAt(11)]
  await plan('x', one)
  await plan('x', two)
  await open(two)
  await notices(page)
    .getByText(/is at its posting limit .* 1 scheduled post waits until then\./)
    .waitFor()
  await cell(page, two)
    .getByRole('link', { name: /^X: limit reached \d\d:\d\d\. / })
    .waitFor()
  // The page follows changes: the post that exceeded the quota is gone.
  const [first] = (await api.get(`/v1/posts?profileId=${profileId}&platform=x`)).posts
  await api.delete(`/v1/posts/${first.id}`)
  await notices(page)
    .getByText(/posting limit/)
    .waitFor({ state: 'detached' })

  // The plan: the payment is overdue, and the next plan allows one brand.
  await installation.changeUser('set-plan', 'ada@example.com', 'pro')
  const second = (await api.post('/v1/profiles', { name: 'Second' })).id as string
  await installation.changeUser('set-subscription', 'ada@example.com', 'past_due')
  await open(inHours(Date.now(), 7 * 24), 'month', second)
  await notices(page)
    .getByText(/Your plan ends .*\. This brand becomes read-only\..* Upgrade to starter/)
    .waitFor()
  await cell(page, inHours(Date.now(), 8 * 24)).waitFor()
  await notices(page).getByRole('link', { name: 'View plan' }).click()
  await page.waitForURL(/settings\/usage/)
  assert.deepEqual(faults, [])
})

test('the calendar marks the hour that clocks skip, and the hour that they repeat', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'Europe/Berlin' })
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  for (const [date, words, sentence] of [
    ['2027-03-28', 'Clocks go forward', /02:00–03:00 is skipped\./],
    ['2027-10-31', 'Clocks go back', /02:00–03:00 happens twice\./],
  ] as const) {
    await page.goto(`${url}/p/${profileId}/calendar?date=${date}`)
    await notices(page).getByText(sentence).waitFor()
    await cell(page, date).getByText(words).waitFor()
    await notices(page).getByRole('link', { name: 'View times' }).click()
    const shade = cell(page, date).locator('[data-band=clock]')
    await shade.waitFor()
    const style = await shade.evaluate((element) => {
      const { top, height } = (element as unknown as Styled).style
      return [top, height]
    })
    assert.deepEqual(style, [`${2 * hourPixels}px`, `${hourPixels}px`])
    assert.deepEqual(await listBarriers(page), [])
  }
})
