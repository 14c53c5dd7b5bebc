import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Network } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
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

test('the period in the URL determines the tiles and the chart, which match the API', async () => {
  await page.getByRole('button', { name: '90 days' }).click()
  await page.waitForURL(/range=90d/)
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page
    .getByRole('button', { name: /^Likes/ })
    .first()
    .click()
  await page.waitForURL(/metric=likes/)
  await page.reload()
  const cursor = page.getByRole('slider', { name: /^Likes over time/ })
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

test('the home page shows the last seven days’ gains, what their changes compare with, and a link to analytics', async () => {
  await page.goto(home)
  const { gained } = await ask<{ gained: Bucket }>(overviewOf(7))
  const week = page.getByRole('region', { name: 'Last 7 days' })
  await week.getByText(gained.views.toLocaleString('en-GB'), { exact: true }).waitFor()
  await week.getByText('Compared with the 7 days before.').waitFor()
  await week.getByRole('link', { name: 'View analytics' }).click()
  await page.waitForURL(/\/analytics\?range=7d/)
})

test('a metric that a network does not report is shown as a dash with an explanation, never as a zero', async () => {
  await page.goto(`${home}/analytics`)
  await page.getByText(/Bluesky.* don’t report views/).waitFor()
  const row = page.getByRole('row', { name: /^Bluesky/ })
  assert.equal(await row.getByText('Not reported').count(), 2)
  await row.getByRole('button', { name: 'Bluesky' }).click()
  await page.waitForURL(/network=bluesky/)
  await page.getByRole('button', { name: /^Views – ?Bluesky doesn’t report views/ }).waitFor()
})

test('each rate names its base: the tile the views, and one sentence the networks that report only impressions', async () => {
  await page.goto(`${home}/analytics`)
  const { byPlatform } = await ask<{ byPlatform: Record<string, { network: Network; unavailable: string[] }> }>(
    overviewOf(28),
  )
  const based = { views: [] as string[], impressions: [] as string[], nothing: [] as string[] }
  for (const { network, unavailable } of Object.values(byPlatform)) {
    const base = !unavailable.includes('views')
      ? 'views'
      : unavailable.includes('impressions')
        ? 'nothing'
        : 'impressions'
    based[base].push(limitsForNetwork(network).name)
  }
  for (const [base, names] of Object.entries(based)) assert.ok(names.length > 0, `the demo has a rate of ${base}`)
  const sentence = page.getByText(/The rate of .* is based on impressions\./)
  await sentence.waitFor()
  const [, named = ''] = /The rate of (.*) is based on impressions/.exec(await sentence.innerText()) ?? []
  assert.deepEqual(named.split(/, | and /).toSorted(), based.impressions.toSorted())
  for (const name of based.nothing)
    await page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .locator('td')
      .last()
      .getByText('Not reported')
      .waitFor()
  for (const name of [...based.views, ...based.impressions])
    assert.match(
      await page
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .locator('td')
        .last()
        .innerText(),
      /^[\d.]+%$/,
    )
  const tile = page.getByTitle(
    'Likes, comments, shares and saves as a percentage of views, for posts published in this period.',
  )
  await tile.getByText('Engagement rate').waitFor()
})

test('metrics can be refreshed once a minute, and a second attempt shows how long to wait', async () => {
  await page.goto(`${home}/analytics`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/Up to date|didn’t respond for every account/).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/Refreshed a moment ago\. Try again in \d+ seconds?\./).waitFor()
})

test('the export downloads the page’s metrics as a table', async () => {
  await page.goto(`${home}/analytics?range=7d`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Metrics over time' }).click()
  const file = await saved
  assert.match(file.suggestedFilename(), /^overview-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.length, 8, lines.join('\n'))
})

test('best times show each hour’s score, rate only hours with five posts or more, and name the posts of all', async () => {
  await page.goto(`${home}/analytics/best-times`)
  const cells = page.getByRole('table').locator('td[title]')
  await cells.first().waitFor()
  const { n, heatmap } = await ask<{ n: number; heatmap: number[][] }>(
    `/v1/analytics/best-times?profileId=${profileId()}`,
  )
  const hours = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { title, textContent } = cell as unknown as { title: string; textContent: string }
      return { title, shown: textContent.replace(title, ''), posts: Number(/(\d+) posts?$/.exec(title)?.[1]) }
    }),
  )
  assert.equal(
    hours.reduce((sum, { posts }) => sum + posts, 0),
    n,
  )
  for (const { title, shown, posts } of hours)
    assert.equal(shown, posts < 5 ? '' : (/score (\d+),/.exec(title)?.[1] ?? 'no score'), title)
  assert.ok(hours.some(({ shown }) => Number(shown) === Math.round(Math.max(...heatmap.flat()))))
  await page.getByText(`From ${n.toLocaleString('en')} posts of the last 12 months`).waitFor()
})

test('a best time has at least five posts, and opens a new post at its weekday and hour', async () => {
  await page.goto(`${home}/analytics/best-times`)
  const best = page.getByRole('list', { name: 'Best hours' }).getByRole('listitem')
  await best.first().waitFor()
  assert.equal(await best.count(), 3)
  for (const text of await best.allInnerTexts()) assert.ok(Number(/· (\d+) posts/.exec(text)?.[1]) >= 5, text)
  const [weekday = '', hour = ''] = /(\w+day) (\d\d:00)/.exec(await best.first().innerText())?.slice(1) ?? []
  await best.first().getByRole('link', { name: 'Schedule' }).click()
  await page.waitForURL(/\/compose\?at=/)
  const at = new Date(new URL(page.url()).searchParams.get('at') ?? '')
  const zone = { timeZone: 'Europe/Berlin', weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
  assert.equal(at.toLocaleString('en-GB', zone).replace(/ at|,/, ''), `${weekday} ${hour}`)
  assert.ok(at.getTime() > Date.now())
})

test('a table sorts by its columns, keeps the order in the URL, and draws bars in the sorted column only', async () => {
  await page.goto(`${home}/analytics/labels`)
  const head = page.getByRole('columnheader', { name: 'Engagement rate' })
  await head.waitFor()
  assert.equal(await head.getAttribute('aria-sort'), 'descending')
  await page.getByRole('button', { name: 'Likes' }).click()
  await page.waitForURL(/sort=likes/)
  await page.getByRole('button', { name: 'Likes' }).click()
  await page.waitForURL(/sort=-likes/)
  await page.reload()
  assert.equal(await page.getByRole('columnheader', { name: 'Likes' }).getAttribute('aria-sort'), 'ascending')
  const likes = (await page.locator('tbody tr td:nth-of-type(3)').allInnerTexts()).map(numberOf)
  assert.ok(likes.length > 1)
  assert.deepEqual(
    likes,
    likes.toSorted((a, b) => a - b),
  )
  assert.equal(await page.locator('td:has(.opacity-20)').count(), likes.length)
})

test('the change of a rate is in percentage points of the rates shown', async () => {
  await page.goto(`${home}/analytics/compare`)
  const row = page.getByRole('row', { name: /^Engagement rate/ })
  await row.waitFor()
  const [, before = '', now = '', change = ''] = (await row.locator('th, td').allInnerTexts()).map((text) =>
    text.trim(),
  )
  const points = Math.abs(Number.parseFloat(now) - Number.parseFloat(before)).toFixed(1)
  assert.match(change, new RegExp(`^${points} pts`), `${before} ${now}`)
})

test('all tabs share the heading “Analytics”, and the browser’s tab names the open one', async () => {
  for (const [path, tab] of [
    ['', 'Overview'],
    ['/posts', 'Posts'],
    ['/best-times', 'Best times'],
  ]) {
    await page.goto(`${home}/analytics${path}`)
    await page.getByRole('heading', { name: 'Analytics', level: 1, exact: true }).waitFor()
    assert.equal(await page.title(), `${tab} · Analytics · Posthorn`)
  }
})

test('posts can be sorted by a metric, and a post links to its chart', async () => {
  await page.goto(`${home}/analytics/posts`)
  // The service sorts, so that posts beyond the first page count.
  const sorted = page.waitForRequest(/\/v1\/posts\?.*sort=likes&order=desc/)
  await page.getByRole('button', { name: 'Likes' }).click()
  await sorted
  await page.waitForURL(/sort=likes/)
  const likes = (await page.locator('tbody tr td:nth-of-type(2)').allInnerTexts()).map(numberOf)
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

test('an account limits the overview and its export, and a label limits the table of posts', async () => {
  await page.goto(`${home}/analytics?range=28d`)
  const chosen = page.waitForResponse(/analytics\/compare\?.*accountId=acc_/)
  const accounts = page.getByLabel('Account', { exact: true })
  await accounts.waitFor()
  const name = (await accounts.locator('option').allInnerTexts()).find((text) => text.startsWith('Mastodon')) ?? ''
  await accounts.selectOption(name)
  const { b } = (await (await chosen).json()) as { b: { totalPosts: number; byPlatform: object } }
  assert.deepEqual(Object.keys(b.byPlatform), ['mastodon'])
  assert.ok(b.totalPosts > 0)
  await page.waitForURL(/account=acc_/)
  const exported = page.waitForRequest(/analytics\/export\?.*accountId=acc_/)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('menuitem', { name: 'Metrics over time' }).click()
  await exported

  await page.goto(`${home}/analytics/posts`)
  const labels = page.getByLabel('Label', { exact: true })
  await labels.waitFor()
  const [, label = ''] = await labels.locator('option').allInnerTexts()
  const listed = page.waitForResponse(/\/v1\/posts\?.*label=/)
  await labels.selectOption(label)
  const { posts } = (await (await listed).json()) as { posts: readonly { tags: readonly string[] }[] }
  assert.ok(posts.length > 0 && posts.every(({ tags }) => tags.includes(label)), label)
  await page.waitForURL(/label=/)
})

test('a campaign shows its posts by status, and the metrics and posts of its dates', async () => {
  const { labels } = await ask<{ labels: readonly { id: string; name: string }[] }>(
    `/v1/labels?profileId=${profileId()}`,
  )
  const [label] = labels
  assert.ok(label)
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const changed = await fetch(`${installation.url}/v1/labels/${label.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'campaign', fromDate: day(60), toDate: day(3), note: 'Shop, not prices.' }),
  })
  assert.equal(changed.status, 200)
  await page.goto(`${home}/analytics/labels?range=90d`)
  await page.getByRole('link', { name: label.name, exact: true }).click()
  await page.getByRole('heading', { name: label.name, level: 2 }).waitFor()
  await page.getByText('Shop, not prices.').waitFor()

  // From the settings, it opens with the dates of the campaign.
  await page.goto(`${home}/settings/labels`)
  const asked = page.waitForResponse(/\/v1\/analytics\/labels\?.*label=/)
  await page.getByRole('main').getByRole('link', { name: label.name, exact: true }).click()
  const { period, labels: sums } = (await (await asked).json()) as {
    period: { start: string; end: string }
    labels: readonly { posts: number; likes: number }[]
  }
  assert.ok(Date.parse(period.end) < Date.now() - 2 * 86_400_000, period.end)
  const { byStatus } = await ask<{ byStatus: { published: number } }>(
    `/v1/posts/stats?profileId=${profileId()}&label=${encodeURIComponent(label.name)}`,
  )
  const states = page.locator('dl').first().getByRole('link')
  assert.equal(numberOf(await states.nth(2).innerText()), byStatus.published)
  const likes = page.locator('dt', { hasText: 'Likes' }).locator('xpath=following-sibling::dd[1]')
  assert.equal(numberOf(await likes.innerText()), sums[0]?.likes)
  await page.locator('main tbody tr').first().waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await states.nth(2).click()
  await page.waitForURL(/\/posts\?.*tab=published/)
  await page.getByLabel('Label', { exact: true }).waitFor()
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
    await page.locator('main :is(table, ol)').first().waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path)
    assert.deepEqual(await listBarriers(page), [], path)
    if (path === '/outliers') assert.ok((await page.locator('main ol img').count()) > 0, 'rows show images')
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
  await other.page.getByText('Best times need at least 20 published posts. You have 0.').waitFor()
  assert.equal(await other.page.getByRole('table').count(), 0)
  await other.page.getByRole('link', { name: 'Compare' }).click()
  await other.page.getByText('Nothing to compare yet').waitFor()
  assert.equal(await other.page.getByRole('table').count(), 0)
})

function overviewOf(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  // Counts dates, not hours: a day on which clocks change has 23 or 25.
  const day = (back: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
  return `/v1/analytics/overview?profileId=${profileId()}&startDate=${day(days - 1)}&endDate=${day(0)}&timezone=Europe/Berlin`
}
