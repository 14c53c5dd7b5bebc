import type { Page } from 'playwright-core'
import { openApi, openInstallation, signUp } from '../../test/web/visitor.ts'
import { median } from '../tools/processes.ts'

/**
 * Measures the pages in a real browser: until a first visit can be used, cold and warm, and until lists with thousands
 * of posts show their first rows, and how evenly they scroll. `npm run bench -- web [posts]`.
 */
const posts = Number(process.argv[2] ?? 2_000)
const rounds = 5
const atOnce = 50

await using installation = await openInstallation()
const { url } = installation
{
  await using first = await installation.visit()
  await signUp(first.page, url, 'Ada')
}
const api = await openApi(url, 'Ada')
const { profileId } = api

/** Returns the milliseconds from the request of a page until something on it is there. */
async function timeOf(page: Page, path: string, isThere: string): Promise<number> {
  const begun = performance.now()
  await page.goto(url + path, { waitUntil: 'commit' })
  await page.locator(isThere).first().waitFor()
  return performance.now() - begun
}

const print = (what: string, times: readonly number[], wanted: string) =>
  console.log(
    `${what.padEnd(34)} median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms (wanted: ${wanted})`,
  )

const cold: number[] = []
const warm: number[] = []
for (let round = 0; round < rounds; round++) {
  await using visitor = await installation.visit()
  cold.push(await timeOf(visitor.page, '/auth/sign-in', 'button[type=submit]'))
  warm.push(await timeOf(visitor.page, '/auth/sign-in', 'button[type=submit]'))
}
print('sign-in, empty cache', cold.slice(1), 'under 600')
print('sign-in, full cache', warm, '')

const thisMonth = new Date()
for (let made = 0; made < posts; made += atOnce) {
  const drafts = Array.from({ length: Math.min(atOnce, posts - made) }, (_, nth) => ({
    profileId,
    content: `Post ${made + nth}: open from nine to six, and on Sundays from ten.`,
    saveAsDraft: true,
    scheduledAt: new Date(
      Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() + 1, 1 + ((made + nth) % 28), 6 + (nth % 12), nth),
    ).toISOString(),
  }))
  await api.post('/v1/posts/bulk', { posts: drafts })
}
console.log(`${posts} posts in the profile, all in one month`)

await using visitor = await installation.visit()
const { page } = visitor
await page.goto(`${url}/auth/sign-in`)
await page.getByLabel('Email').fill('ada@example.com')
await page.getByLabel('Password').fill('a few words in a row')
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
const month = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() + 1, 15)).toISOString().slice(0, 10)
const lists = [
  ['posts, first rows', `/p/${profileId}/posts`, 'main [role=listitem] a', 'under 600'],
  ['calendar of the month, first chips', `/p/${profileId}/calendar?date=${month}`, '[data-post]', 'under 600'],
  ['queue', `/p/${profileId}/queue`, 'main h1', 'under 600'],
] as const
for (const [what, path, isThere, wanted] of lists) {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) times.push(await timeOf(page, path, isThere))
  print(what, times.slice(1), wanted)
}

await page.goto(`${url}/p/${profileId}/posts`)
await page.locator('main [role=listitem] a').first().waitFor()
const frames = await page.evaluate<number[]>(`new Promise((done) => {
  const times = []
  let before = performance.now()
  const step = (now) => {
    times.push(now - before)
    before = now
    scrollBy(0, 120)
    if (times.length < 300) requestAnimationFrame(step)
    else done(times.slice(1))
  }
  requestAnimationFrame(step)
})`)
const browser = await page.context().newCDPSession(page)
await browser.send('HeapProfiler.collectGarbage')
const { usedSize } = await browser.send('Runtime.getHeapUsage')
const sorted = frames.toSorted((one, other) => one - other)
const drawn = await page.locator('main [role=listitem]').count()
const rows = Number(await page.locator('main [role=listitem]').last().getAttribute('aria-posinset'))
console.log(
  `memory of the page's scripts ${(usedSize / 2 ** 20).toFixed(0)} MB (wanted: under 120); scrolling ${rows} rows, of which ${drawn} are drawn at the end: frames p50 ${sorted[Math.floor(sorted.length * 0.5)]?.toFixed(1)} ms, ` +
    `p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms (wanted: p95 under 25)`,
)
