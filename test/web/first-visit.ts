import type { Page } from 'playwright-core'

/** The cost of a visit until its page is still. */
interface Visit {
  /**
   * Every request of the page, except for images of posts and accounts, whose number depends on the content. A file that
   * the page shows twice is fetched once.
   */
  readonly requests: readonly string[]
  /** Each layout shift: its size, and what moved from where to where. */
  readonly shifts: readonly string[]
}

const observer = `
  window.shifts = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const name = (node) => (node?.nodeName ?? 'gone') + ' ' + (node?.textContent ?? '').slice(0, 40)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        shifts.push(value.toFixed(5) + ': ' + sources.map((one) => name(one.node) + ' ' + place(one.previousRect) + ' > ' + place(one.currentRect)).join('; '))
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Watches the pages that a fresh browser opens from now on. Returns the cost so far. */
export async function watchVisit(page: Page): Promise<() => Promise<Visit>> {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (request.serviceWorker() || url.includes('/v1/media/proxy/')) return
    if (url.includes('/v1/') || !requests.includes(url)) requests.push(url)
  })
  await page.addInitScript(observer)
  return async () => ({ requests: [...requests], shifts: await page.evaluate<string[]>('shifts') })
}
