import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBarriers, openApi, openInstallation, signUp } from './visitor.ts'

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem')

test('a developer finds the requests of a key with their errors, and filters them by key and status', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const keys: string[] = []
  for (const name of ['Website', 'Nightly job']) {
    const made = await api.post('/v1/api-keys', { name, scopes: ['profiles:read', 'posts:read'] })
    keys.push(made.key)
  }
  const call = (nth: number, path: string, requestId: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${keys[nth]}`, 'x-request-id': requestId } })

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('link', { name: 'View requests' }).click()
  await page.getByText('No requests yet').waitFor()

  await call(0, '/v1/posts?limit=5', 'website-1')
  await call(1, '/v1/webhooks', 'nightly-1')
  await call(1, '/v1/media/proxy/private', 'nightly-2')
  await page.reload()
  await rowsOf(page).nth(2).waitFor()
  const texts = await rowsOf(page).allInnerTexts()
  assert.match(texts[0] ?? '', /40\d.*GET \/v1\/media\/proxy\/\{token\}.*Nightly job.*nightly-2/s)
  assert.match(texts[1] ?? '', /403.*GET \/v1\/webhooks.*scope_required.*Nightly job.*nightly-1/s)
  assert.match(texts[2] ?? '', /200.*GET \/v1\/posts\n.*Website.*website-1/s)
  assert.ok(!/private|limit/.test(texts.join()))
  assert.deepEqual(await listBarriers(page), [])
  const explained = page.getByRole('link', { name: 'scope_required: view this error in the docs' })
  assert.equal(await explained.getAttribute('href'), '/docs/errors#scope_required')

  // With the keyboard: choose the key by typing its first letter.
  await page.getByLabel('API key', { exact: true }).focus()
  await page.keyboard.type('W')
  await page.getByText('nightly-1').waitFor({ state: 'detached' })
  assert.equal(await rowsOf(page).count(), 1)
  assert.match(page.url(), /\?key=key_/)
  await page.getByLabel('Status').selectOption('Rejected (4xx)')
  await page.getByText('No matching requests').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowsOf(page).nth(2).waitFor()

  await page.getByRole('link', { name: 'API keys' }).last().click()
  await page.getByRole('link', { name: 'Requests with Nightly job' }).waitFor()
  assert.deepEqual(await listBarriers(page), [])
  await page.getByRole('link', { name: 'Requests with Nightly job' }).click()
  await page.getByText('website-1').waitFor({ state: 'detached' })
  await rowsOf(page).nth(1).waitFor()
  assert.equal(await rowsOf(page).count(), 2)
  assert.deepEqual(faults, [])
})

test('the request log says what is wrong when it cannot be read, and reads it again', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  const { profileId } = await openApi(installation.url, 'Ada')
  let isBroken = true
  await page.route('**/v1/requests*', (route) =>
    isBroken
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code: 'database_unavailable', status: 503, title: 'x', detail: 'x', requestId: 'r' }),
        })
      : route.continue(),
  )
  await page.goto(`${installation.url}/p/${profileId}/settings/api-keys/requests`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  isBroken = false
  await retry.click()
  await page.getByText('No requests yet').waitFor()
})
