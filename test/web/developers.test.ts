import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInstallation, signUp } from './visitor.ts'

test('a developer creates a working API key, and a webhook whose test delivery can be read and resent', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('website')
  await page.getByRole('radio', { name: /^Read only/ }).check()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = (await page.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByText('website').waitFor()
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 200)
  assert.equal((await fetch(`${url}/v1/webhooks`, { headers })).status, 403)

  await page.getByRole('button', { name: 'Revoke website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No API keys yet.').waitFor()
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 401)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill(`${installation.sandboxUrl}/receiver/mine`)
  await page.getByRole('button', { name: 'Create the webhook' }).click()
  assert.match((await page.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? '', /^whsec_/)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const delivered = page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered')
  await delivered.waitFor()
  await page.getByText(/200 · \d+ ms · signature valid ✓/).waitFor()
  await delivered.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('"type": "webhook.test"').waitFor()
  await dialog.getByText('200').waitFor()
  await dialog.getByText(/^Valid: these very bytes were signed/).waitFor()
  await dialog.getByRole('button', { name: 'Send it again' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await delivered.nth(1).waitFor()

  await page.getByRole('link', { name: 'Activity' }).click()
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await activity.filter({ hasText: 'API key revoked' }).getByRole('link', { name: 'website' }).waitFor()
  await activity
    .filter({ hasText: 'Webhook created' })
    .getByRole('link', { name: /\/receiver\/mine$/ })
    .waitFor()

  await page.goto(`${url}/p/nonsense`)
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  assert.deepEqual(faults, [])
})
