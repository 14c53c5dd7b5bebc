import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { startApp } from '../harness/app.ts'
import { patienceMs } from '../harness/patience.ts'
import { until } from '../harness/process.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const found = await Promise.all(
  places.map((place) =>
    access(place).then(
      () => place,
      () => null,
    ),
  ),
)
const browser = found.find((place) => place !== null)

if (browser) {
  test('the reference page shows every operation in a browser, asks no other origin, and reports no fault', async () => {
    await using t = await startApp()
    const running = await chromium.launch({
      executablePath: browser,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    try {
      const page = await running.newPage({ viewport: { width: 1280, height: 1600 } })
      page.setDefaultTimeout(patienceMs(30_000))
      const elsewhere: string[] = []
      const faults: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(`${t.url}/`) && !/^(data|blob):/.test(request.url()))
          elsewhere.push(request.url())
      })
      page.on('console', (line) => {
        if (line.type() === 'error') faults.push(line.text())
      })
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('response', (answer) => {
        if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`)
      })
      await page.goto(`${t.url}/docs`)
      const names = Object.values(t.app.swagger().paths ?? {}).flatMap((methods) =>
        Object.values(methods as Record<string, { summary: string }>).map(({ summary }) => summary),
      )
      assert.ok(names.length > 25)
      await until('every operation is on the page', async () => {
        const text = (await page.textContent('body')) ?? ''
        return names.every((name) => text.includes(name))
      })
      assert.deepEqual(elsewhere, [])
      assert.deepEqual(faults, [])
    } finally {
      await running.close()
    }
  })
} else {
  test('without a browser here: the reference page and its script come from us and name no other origin to load from', async () => {
    await using t = await startApp()
    const page = await t.anyone.get('/docs/')
    assert.equal(page.status, 200)
    const loaded = [...page.text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(
      ([, url]) => url ?? '',
    )
    assert.ok(loaded.length > 0)
    for (const url of loaded) {
      const whole = new URL(url, `${t.url}/docs/`)
      assert.equal(whole.origin, t.url)
      assert.equal((await t.anyone.get(whole.pathname)).status, 200)
    }
    assert.match(page.headers['content-security-policy'] ?? '', /^default-src 'self'/)
  })
}
