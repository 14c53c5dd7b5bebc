import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openApi, openInstallation, signUp } from '../../test/web/visitor.ts'
import { quantile } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures how soon a page shows the result of an action: another month after the button is pressed, a post on the day
 * to which it was dragged, and a post that another program changed. Two months have a thousand posts each. Then other
 * programs create posts as fast as the service accepts them while the month is open: a burst of events must not cause a
 * burst of rendering. `npm run bench -- responses`.
 */
const postsAMonth = 1_000
const atOnce = 50
const rounds = 8
const burst = 2_000
/** The minimum time that a pointer rests on a button before it is pressed. */
const hoverMs = 150
/** The longest wait for one response of the page. */
const responseMs = 15_000
/** The longest run, on a machine with other work. */
const longestRunMs = 280_000

readOptions({})
await using installation = await openInstallation()
const { url } = installation
await using visitor = await installation.visit({ timezoneId: 'UTC' })
const { page } = visitor
setTimeout(() => {
  console.error(`The program did not end within ${longestRunMs / 1_000} s.`)
  void page.context().close()
}, longestRunMs).unref()
await signUp(page, url, 'Ada')
const api = await openApi(url, 'Ada')
const { profileId } = api
await api.patch(`/v1/profiles/${profileId}`, { timezone: 'UTC' })

const now = new Date()
/**
 * Returns the time of a post in a future month. The posts are spread over twenty-eight days, from 6:00 to 17:00. No two
 * have one time, so the first of a day is also the first of the day to which it is dragged, and not behind “more”.
 */
const timeIn = (month: number, nth: number): string =>
  new Date(
    Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth() + month,
      1 + (nth % 28),
      6 + (nth % 12),
      nth % 60,
      Math.floor(nth / 60),
    ),
  ).toISOString()

async function create(month: number, count: number): Promise<void> {
  for (let begin = 0; begin < count; begin += atOnce) {
    const drafts = Array.from({ length: atOnce }, (_, nth) => ({
      profileId,
      content: `Post ${begin + nth}: open from nine to six.`,
      saveAsDraft: true,
      scheduledAt: timeIn(month, begin + nth),
    }))
    await api.post('/v1/posts/bulk', { posts: drafts })
  }
}
await create(1, postsAMonth)
await create(2, postsAMonth)
const month = timeIn(1, 0).slice(0, 7)
await page.goto(`${url}/p/${profileId}/calendar?date=${month}-15`)
await page.locator('[data-post]').first().waitFor()

const print = (what: string, times: readonly number[], wanted: string) =>
  console.log(
    `${what}: p50 ${quantile(times, 0.5).toFixed(0)} ms, p98 ${quantile(times, 0.98).toFixed(0)} ms of ${times.length} (wanted: ${wanted})`,
  )

/**
 * Starts waiting until the page has drawn a frame in which a condition holds. `answered` resolves to the time since
 * then.
 */
const watch = (condition: string, event: string) => `
  window.answered = new Promise((done, fail) => {
    setTimeout(() => fail(new Error(${JSON.stringify(event)} + ' did not lead to: ' + ${JSON.stringify(condition)})), ${responseMs})
    const begin = ({ timeStamp }) => {
      const look = () => requestAnimationFrame(() => setTimeout(() => (${condition}) ? done(performance.now() - timeStamp) : look()))
      look()
    }
    addEventListener('${event}', begin, { capture: true, once: true })
  })
  window.answered.catch(() => {})
  null`
const readAnswer = (on: Page): Promise<number> => on.evaluate<number>('window.answered')

const turns: { first: number[]; again: number[] } = { first: [], again: [] }
for (let round = 0; round <= rounds; round++) {
  const isBack = round % 2 === 1
  const [button, other] = isBack ? ['Previous month', month] : ['Next month', timeIn(2, 0).slice(0, 7)]
  await page.evaluate(watch(`document.querySelector('[data-day="${other}-15"] [data-post]')`, 'click'))
  const turner = page.getByRole('button', { name: button })
  await turner.hover()
  await delay(hoverMs)
  await turner.click()
  const took = await readAnswer(page)
  if (round === 0) turns.first.push(took)
  else turns.again.push(took)
}
print('another month, for the first time', turns.first, 'at most 150')
print('the other month, again', turns.again, 'at most 150')
await page.goto(`${url}/p/${profileId}/calendar?date=${month}-15`)
await page.locator('[data-post]').first().waitFor()

const drops: number[] = []
for (let round = 0; round <= rounds; round++) {
  const [from, to] = round % 2 === 0 ? ['09', '18'] : ['18', '09']
  const post = page.locator(`[data-day="${month}-${from}"] [data-post]`).first()
  const id = await post.getAttribute('data-post')
  await page.evaluate(watch(`document.querySelector('[data-day="${month}-${to}"] [data-post="${id}"]')`, 'drop'))
  await post.dragTo(page.locator(`[data-day="${month}-${to}"]`))
  drops.push(await readAnswer(page))
}
print('a dragged post at its new place', drops.slice(1), 'at most 50')

const changes: { fromEvent: number[]; fromAnswer: number[] } = { fromEvent: [], fromAnswer: [] }
const changed = await page.locator(`[data-day="${month}-15"] [data-post]`).first().getAttribute('data-post')
// The tab that reads the stream passes each event on to the others.
await page.evaluate(`new BroadcastChannel('posthorn.live').onmessage = () => dispatchEvent(new Event('live'))`)
for (let round = 0; round <= rounds; round++) {
  const words = `Changed for the ${round}th time`
  const isShown = `document.querySelector('[data-post="${changed}"]')?.textContent.includes('${words}')`
  await page.evaluate(watch(isShown, 'live'))
  await api.patch(`/v1/posts/${changed}`, { content: words })
  const answeredAt = performance.now()
  changes.fromEvent.push(await readAnswer(page))
  changes.fromAnswer.push(performance.now() - answeredAt)
}
print('a post that another program changed, from the event', changes.fromEvent.slice(1), 'at most 150')
print('the same, measured from the response to that program', changes.fromAnswer.slice(1), '')

await page.evaluate(`
  window.frames = []
  window.drawings = 0
  window.draws = false
  new MutationObserver(() => { draws = true }).observe(document.body, { subtree: true, childList: true, characterData: true })
  let before = performance.now()
  const step = (now) => {
    frames.push(now - before)
    before = now
    if (draws) drawings += 1
    draws = false
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)`)
let reads = 0
page.on('request', (request) => (reads += request.url().includes('/v1/posts') ? 1 : 0))
const begun = performance.now()
await create(1, burst)
const seconds = (performance.now() - begun) / 1_000
const frames = (await page.evaluate<number[]>('window.frames')).toSorted((one, other) => one - other)
const drawings = await page.evaluate<number>('window.drawings')
console.log(
  `${burst} posts created in ${seconds.toFixed(1)} s, ${(burst / seconds).toFixed(0)} events a second: ${reads} reads, ${drawings} of ${frames.length} frames drew, ` +
    `frames p50 ${frames[Math.floor(frames.length * 0.5)]?.toFixed(1)} ms, p95 ${frames[Math.floor(frames.length * 0.95)]?.toFixed(1)} ms, longest ${frames.at(-1)?.toFixed(0)} ms`,
)
