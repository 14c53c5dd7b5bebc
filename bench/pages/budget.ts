import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { openApi, openInstallation, signUp } from '../../test/web/visitor.ts'
import { median } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Compares the pages with their time budgets, at the processor's full speed and at a quarter of it: the time until the
 * largest element is painted, how long scripts block, how much the layout shifts, and how fast a long text can be
 * typed. Each figure is the median of five visits after a discarded first one.
 *
 * The long text is typed twice. At twenty keys a second, which is faster than people type, the figure is the delay
 * until a letter appears. Without pauses, keystrokes queue up, and the figure is the page's throughput. `npm run bench
 * -- budget`.
 */
const rounds = 5
const typedKeys = 200
const paces = { 'twenty keys a second': 50, 'without a pause': 0 } as const
const longText = 'The bakery opens at six, and the rolls are warm until nine. '.repeat(334).slice(0, 20_000)

interface Visit {
  readonly painted: number
  readonly blocked: number
  readonly moved: number
}

/** Records what the browser reports about paints, long tasks and layout shifts from the start of a page. */
const observer = `
  window.seen = { painted: 0, blocked: 0, moved: 0 }
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { seen.painted = startTime })
  watch('longtask', ({ duration }) => { seen.blocked += Math.max(0, duration - 50) })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.moved += value })
`

readOptions({})
await using installation = await openInstallation()
await using visitor = await installation.visit()
const { page } = visitor
await signUp(page, installation.url, 'Ada')
await installation.addDemoData(3)
const { get } = await openApi(installation.url, 'Ada')
const profiles: readonly { readonly id: string; readonly name: string }[] = await get('/v1/profiles')
const home = `${installation.url}/p/${profiles.find(({ name }) => name === 'Lantern Coffee')?.id}`
await page.addInitScript(observer)
const wire = await page.context().newCDPSession(page)

for (const [name, path, isThere] of [
  ['home', '', 'main section a[href*="/posts/post_"]'],
  ['calendar', '/calendar', '[data-post]'],
  ['compose', '/compose', 'textarea'],
  ['posts', '/posts', 'main [role=listitem] a'],
] as const) {
  for (const slower of [1, 4]) {
    await wire.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const visits: Visit[] = []
    for (let round = 0; round <= rounds; round++) visits.push(await visit(page, home + path, isThere))
    const kept = visits.slice(1)
    const of = (figure: keyof Visit) => median(kept.map((one) => one[figure]))
    console.log(
      `${name.padEnd(10)} processor ÷${slower}: largest paint ${of('painted').toFixed(0)} ms, blocked ${of('blocked').toFixed(0)} ms, moved ${of('moved').toFixed(3)}`,
    )
  }
}
await wire.send('Emulation.setCPUThrottlingRate', { rate: 1 })
for (const [pace, everyMs] of Object.entries(paces))
  console.log(`typing ${pace}: ${await typeLongText(page, wire, everyMs)}`)

async function visit(on: Page, address: string, isThere: string): Promise<Visit> {
  await on.goto(address, { waitUntil: 'load' })
  await on.locator(isThere).first().waitFor()
  // The browser reports long tasks only when it is idle.
  await on.evaluate('new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 200)))')
  return await on.evaluate<Visit>('seen')
}

/** Measures the time from each keystroke until its letter is painted, at the end of a text of 20,000 characters. */
async function typeLongText(on: Page, keys: CDPSession, everyMs: number): Promise<string> {
  await on.goto(`${home}/compose`)
  await on.locator('textarea').first().fill(longText)
  await on.locator('textarea').first().press('Control+End')
  // Typing begins after the second in which 20,000 characters arrive, are rendered, checked for ten networks, and
  // stored.
  await on.getByText('Saved', { exact: true }).waitFor()
  await on.evaluate('new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 1_000)))')
  await on.evaluate(`
    window.typed = []
    document.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => typed.push(performance.now() - timeStamp)))
    }, true)
  `)
  const begun = performance.now()
  for (let nth = 0; nth < typedKeys; nth++) {
    await delay(Math.max(0, begun + nth * everyMs - performance.now()))
    await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', key: 'a' })
    await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a' })
  }
  const times = await until('all letters are painted', async () => {
    const seen = await on.evaluate<number[]>('typed')
    return seen.length >= typedKeys && seen
  })
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(0)
  return `p50 ${at(0.5)} ms, p98 ${at(0.98)} ms, longest ${at(1)} ms`
}
