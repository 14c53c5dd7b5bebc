import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'

test('the reference page and its script are served by the installation and load nothing from other origins', async () => {
  await using t = await startApp()
  const page = await t.anyone.get('/docs/')
  assert.equal(page.status, 200)
  const loaded = [...page.text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  assert.ok(loaded.length > 0)
  for (const url of loaded) {
    const whole = new URL(url, `${t.url}/docs/`)
    assert.equal(whole.origin, t.url)
    assert.equal((await t.anyone.get(whole.pathname)).status, 200)
  }
  assert.match(page.headers['content-security-policy'] ?? '', /^default-src 'self'/)
})
