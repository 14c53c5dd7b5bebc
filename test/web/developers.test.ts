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
  await page.getByRole('radio', { name: /^Read-only/ }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done, I’ve saved it' }).click()
  await page.getByText('website').waitFor()
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 200)
  assert.equal((await fetch(`${url}/v1/webhooks`, { headers })).status, 403)

  await page.getByRole('button', { name: 'Revoke website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No API keys yet').waitFor()
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 401)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill(`${installation.sandboxUrl}/receiver/mine`)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  assert.match(
    (await page.getByRole('group', { name: 'Signing secret' }).locator('code').textContent()) ?? '',
    /^whsec_/,
  )
  await page.getByRole('button', { name: 'Done, I’ve saved it' }).click()
  const title = page.getByRole('heading', { level: 2, name: `${installation.sandboxUrl}/receiver/mine` })
  const back = page.getByRole('main').getByRole('link', { name: 'Webhooks', exact: true }).last()
  const [above, below] = [await back.boundingBox(), await title.boundingBox()]
  assert.ok((above?.y ?? 0) < (below?.y ?? 0), 'the way back is above the title of the webhook')
  await page.getByRole('button', { name: 'Send test event' }).click()
  const delivered = page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered')
  await delivered.waitFor()
  await page.getByText(/200 · \d+ ms · signature valid ✓/).waitFor()
  await delivered.click()
  const detail = page.getByRole('region', { name: 'Test', exact: true })
  await detail.getByText('"type": "webhook.test"').waitFor()
  await detail.getByText('200').waitFor()
  await detail.getByText(/^Signature verified/).waitFor()
  await detail.getByRole('button', { name: 'Resend' }).click()
  await detail.getByRole('button', { name: 'Close' }).click()
  await delivered.nth(1).waitFor()

  // Its events change, and its secret is rolled: both secrets sign until the previous one expires.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit webhook' })
  assert.equal(await edit.getByLabel('URL').inputValue(), `${installation.sandboxUrl}/receiver/mine`)
  await edit.getByRole('checkbox', { name: 'Comment added on a share link' }).check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('5 events').waitFor()
  await page.getByRole('button', { name: 'Roll secret' }).click()
  const roll = page.getByRole('dialog')
  await roll.getByRole('radio', { name: 'in 72 hours' }).check()
  await roll.getByRole('button', { name: 'Roll secret' }).click()
  await roll.getByText('The previous secret expires in 72 hours.').waitFor()
  assert.match(
    (await roll.getByRole('group', { name: 'Signing secret' }).locator('code').textContent()) ?? '',
    /^whsec_/,
  )
  await roll.getByRole('button', { name: 'Done, I’ve saved it' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await delivered.nth(2).waitFor()
  await delivered.first().click()
  await detail.getByText(/webhook-signature: v1,\S+ v1,\S+/i).waitFor()
  await detail.getByText(/^Signature verified/).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await activity.filter({ hasText: 'API key revoked' }).getByRole('link', { name: 'website' }).waitFor()
  await activity
    .filter({ hasText: 'Webhook created' })
    .getByRole('link', { name: /\/receiver\/mine$/ })
    .waitFor()

  await page.goto(`${url}/p/nonsense`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  assert.deepEqual(faults, [])
})
