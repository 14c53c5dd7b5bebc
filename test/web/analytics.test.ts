import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriers, openInstallation, password, signUp } from './visitor.ts'

let installation: Awaited<ReturnType<typeof openInstallation>>
let visitor: Awaited<ReturnType<typeof installation.visit>>
let page: Page
let home: string
let headers: { readonly authorization: string }

before(async () => {
  installation = await openInstallation()
  {
    await using first = await installation.visit()
    await signUp(first.page, installation.url, 'Ada')
  }
  await installation.addDemoData(12)
  const answer = await fetch(`${installation.url}/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  })
  headers = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
  visitor = await installation.visit({ timezoneId: 'Europe/Berlin' })
  page = visitor.page
  const profiles = await ask<readonly { id: string; name: string }[]>('/v1/profiles')
  const profile = profiles.find(({ name }) => name === 'Lantern Coffee')
  home = `${installation.url}/p/${profile?.id}`
  await page.goto(`${home}/analytics`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
})
after(async () => {
  await visitor[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(installation.url + path, { headers })
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as Answer
}

interface Bucket {
  readonly date: string
  readonly views: number
  readonly likes: number
}
const numberOf = (text: string | null): number => Number(text?.replaceAll(/\D/g, ''))
const profileId = () => home.split('/').at(-1)

test('the period in the URL determines the tiles and the chart, and they match the API', async () => {
  await page.getByRole('button', { name: '90 days' }).click()
  await page.waitForURL(/range=90d/)
  await page.getByRole('button', { name: 'Days', exact: true }).click()
  await page
    .getByRole('button', { name: /^Likes/ })
    .first()
    .click()
  await page.waitForURL(/metric=likes/)
  await page.reload()
  const cursor = page.getByRole('slider', { name: /^Likes gained/ })
  await cursor.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const { dailyTrend: trend, gained } = await ask<{ dailyTrend: Bucket[]; gained: Bucket }>(overviewOf(90))
  assert.equal(trend.length, 90)
  const announced = await cursor.getAttribute('aria-valuetext')
  assert.match(announced ?? '', new RegExp(`This period ${trend.at(-2)?.likes.toLocaleString('en-GB')}, `))
  const tile = await page.getByRole('button', { name: /^Likes/, pressed: true }).textContent()
  assert.ok(tile?.startsWith(`Likes${gained.likes.toLocaleString('en-GB')}`), tile ?? '')
})

test('the home page shows the gains of the last seven days, linked to their analytics', async () => {
  await page.goto(home)
  const { gained } = await ask<{ gained: Bucket }>(overviewOf(7))
  const week = page.getByRole('region', { name: 'Last 7 days' })
  await week.getByText(gained.views.toLocaleString('en-GB'), { exact: true }).waitFor()
  await week.getByRole('link', { name: 'All numbers' }).click()
  await page.waitForURL(/\/analytics\?range=7d/)
})

test('a metric that a network does not report is a dash with an explanation, never a zero', async () => {
  await page.goto(`${home}/analytics`)
  await page.getByText(/Bluesky.* do not report views/).waitFor()
  const row = page.getByRole('row', { name: /^Bluesky/ })
  assert.equal(await row.getByText('Not reported').count(), 2)
  await row.getByRole('button', { name: 'Bluesky' }).click()
  await page.waitForURL(/network=bluesky/)
  await page.getByRole('button', { name: /^Views – ?Bluesky does not report views/ }).waitFor()
})

test('refreshing works once a minute, and the second attempt shows how long to wait', async () => {
  await page.goto(`${home}/analytics`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/The numbers are fresh|did not answer for every account/).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/Numbers were read a moment ago\. Try again in \d+ seconds?\./).waitFor()
})

test('the export downloads the page’s metrics as a table', async () => {
  await page.goto(`${home}/analytics?range=7d`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Numbers by time' }).click()
  const file = await saved
  assert.match(file.suggestedFilename(), /^overview-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.length, 8, lines.join('\n'))
})

test('best times show the number of posts for each hour, and these add up to the total', async () => {
  await page.goto(`${home}/analytics/best-times`)
  const cells = page.getByRole('table').locator('td[title]')
  await cells.first().waitFor()
  const shown = (await cells.locator('[aria-hidden]').allTextContents()).map(Number)
  const { n } = await ask<{ n: number }>(`/v1/analytics/best-times?profileId=${profileId()}`)
  assert.equal(
    shown.reduce((sum, one) => sum + one, 0),
    n,
  )
  await page
    .getByText(`From ${n.toLocaleString('en')} publications of the last year, in the time of Europe/Berlin.`, {
      exact: false,
    })
    .waitFor()
})

test('a best time opens a new post at its weekday and hour', async () => {
  await page.goto(`${home}/analytics/best-times`)
  const plan = page.getByRole('link', { name: 'Plan a post' }).first()
  const row = page.getByRole('listitem').filter({ has: plan }).first()
  const [weekday = '', hour = ''] = /(\w{3}) (\d\d:00)/.exec(await row.innerText())?.slice(1) ?? []
  await plan.click()
  await page.getByRole('button', { name: new RegExp(`^Schedule for \\d+ · ${weekday} .*${hour}`) }).waitFor()
  const at = new Date(new URL(page.url()).searchParams.get('at') ?? '')
  const zone = { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
  assert.equal(at.toLocaleString('en-GB', zone), `${weekday} ${hour}`)
  assert.ok(at.getTime() > Date.now())
})

test('posts can be sorted by a metric, and a post links to its chart', async () => {
  await page.goto(`${home}/analytics/posts`)
  await page.getByRole('button', { name: 'Likes' }).click()
  await page.waitForURL(/sort=likes/)
  const likes = (await page.locator('tbody tr td:nth-of-type(2)').allTextContents()).map(numberOf)
  assert.ok(likes.length > 50)
  assert.deepEqual(
    likes,
    likes.toSorted((a, b) => b - a),
  )
  await page.locator('tbody tr').first().getByRole('link').click()
  const cursor = page.getByRole('slider', { name: /^Likes/ })
  await cursor.focus()
  await page.keyboard.press('End')
  assert.match((await cursor.getAttribute('aria-valuetext')) ?? '', /\d/)
  assert.deepEqual(await listBarriers(page), [])
})

test('full pages have no accessibility violations on a phone and in dark mode, and do not scroll sideways', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    '',
    '/posts',
    '/accounts',
    '/best-times',
    '/outliers',
    '/labels',
    '/compare',
    '/compare?what=accounts',
  ]) {
    await page.goto(`${home}/analytics${path}`)
    await page.locator('table, ol').first().waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path)
    assert.deepEqual(await listBarriers(page), [], path)
  }
  assert.deepEqual(
    visitor.faults.filter((fault) => !/status of 429/.test(fault)),
    [],
  )
})

test('with fewer than twenty posts no hour is recommended', async () => {
  await using other = await installation.visit()
  await signUp(other.page, installation.url, 'Bob')
  await other.page.getByRole('link', { name: 'Analytics' }).first().click()
  await other.page.getByRole('link', { name: 'Best times' }).click()
  await other.page.getByText('There are 0 of at least 20 publications.').waitFor()
  assert.equal(await other.page.getByRole('table').count(), 0)
})

function overviewOf(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  // Counts dates, not hours: a day on which clocks change has 23 or 25.
  const day = (back: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
  return `/v1/analytics/overview?profileId=${profileId()}&startDate=${day(days - 1)}&endDate=${day(0)}&timezone=Europe/Berlin`
}
