import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'
import { openChromium } from '#test/servers/open-chromium.ts'
import { listBarriers } from '../visitor.ts'

test('the reference page shows every operation, sends no request to other origins, logs no errors, and names its language', async () => {
  await using t = await startApp()
  await using chromium = await openChromium(t)
  const { page } = chromium
  const elsewhere: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${t.url}/`) && !/^(?:data|blob):/.test(request.url())) elsewhere.push(request.url())
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
  const text = (await page.textContent('body')) ?? ''
  for (const shown of ['First call', 'Conditional requests', 'createClient(']) assert.ok(text.includes(shown), shown)
  assert.doesNotMatch(text, /Guzzle|Faraday|net::http/i)
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  assert.deepEqual(elsewhere, [])
  assert.deepEqual(faults, [])
})

test('the reference page has no accessibility violations', async () => {
  await using t = await startApp()
  await using chromium = await openChromium(t)
  const { page } = chromium
  await page.goto(`${t.url}/docs/`)
  await page.getByRole('heading', { name: 'First call' }).first().waitFor()
  await page.locator('ul.endpoints').first().waitFor()
  assert.deepEqual(await listBarriers(page), [])
})
