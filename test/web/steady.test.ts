import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request, Route } from 'playwright-core'
import { notePending, openApi, openInstallation, settle, signUp } from './visitor.ts'

/** The maximum layout shift while a page loads, as measured by browsers: nothing that a person would see. */
const most = 0.001
/** Each response follows the previous one, so that parts of a page never come together by chance. */
const betweenMs = 100
const places = [
  '',
  '/calendar',
  '/compose',
  '/posts',
  '/queue',
  '/recurring',
  '/media',
  '/analytics',
  '/connections',
  '/settings',
] as const
const widths = { 'a desk': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } } as const

/** Records all layout shifts of a page from the start: their size and elements. */
const observer = `
  window.moved = []
  const nameOf = ({ node }) => node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) moved.push({ value, what: sources.map(nameOf) })
  }).observe({ type: 'layout-shift', buffered: true })
`

interface Moved {
  readonly value: number
  readonly what: readonly string[]
}

test('visible content does not move while the rest of the page loads', async (t) => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  await installation.addDemoData(1)
  const { get } = await openApi(installation.url, 'Ada')
  const profiles: readonly { readonly id: string; readonly name: string }[] = await get('/v1/profiles')
  const profile = `${installation.url}/p/${profiles.find(({ name }) => name === 'Lantern Coffee')?.id}`
  await page.addInitScript(observer)
  const pending = notePending(page)
  await page.route(/\/v1\/(?!events\/stream|media\/proxy)/, makeApart())
  for (const [device, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    for (const place of places)
      await t.test(`${place || 'home'} on ${device}`, async () => {
        const moved = await visit(page, profile + place, pending)
        const sum = moved.reduce((before, { value }) => before + value, 0)
        assert.ok(sum <= most, `moved by ${sum.toFixed(3)}: ${JSON.stringify(moved, null, 2)}`)
      })
  }
})

/** Returns a handler that lets requests through one by one. */
function makeApart(): (route: Route) => Promise<void> {
  let turn = Promise.resolve()
  return async (route) => {
    turn = turn.then(() => delay(betweenMs))
    await turn
    // The page may have been left.
    await route.continue().catch(() => {})
  }
}

async function visit(page: Page, address: string, pending: ReadonlySet<Request>): Promise<readonly Moved[]> {
  await page.goto(address)
  await page.locator('main h1').waitFor()
  await settle(page, pending)
  // Browsers report shifts when they are idle.
  await page.evaluate('new Promise((idle) => requestIdleCallback(idle))')
  return await page.evaluate<Moved[]>('moved')
}
