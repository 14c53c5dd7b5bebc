import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('a server administrator acknowledges an alert, disables and enables a user; no one else sees the pages', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await using other = await installation.visit()
  await signUp(other.page, url, 'Bob')
  assert.equal(await other.page.getByRole('link', { name: 'Administration' }).count(), 0)
  await other.page.goto(`${other.page.url().replace(/\/$/, '')}/admin/queue`)
  await other.page.getByText('Administrators only').waitFor()
  assert.deepEqual(other.faults, [], 'nothing that was requested is refused')
  const api = await openApi(url, 'Ada')
  const bob = await openApi(url, 'Bob')
  await api.post('/v1/admin/alerts', { kind: 'manual', severity: 'warning', message: 'The certificate ends soon.' })

  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByText('The certificate ends soon.').waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('No open alerts.').waitFor()

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Name, email or ID').fill('bob@')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: /^Bob/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Bob' })
  await dialog.getByLabel('Reason').fill('Sends spam.')
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await dialog.getByText('Sends spam.').waitFor()
  await assert.rejects(bob.get('/v1/profiles'), /401|403/)
  await dialog.getByRole('button', { name: 'Enable account' }).click()
  await dialog.getByRole('button', { name: 'Disable account' }).waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Networks' }).click()
  await page.getByText('3 settings missing to go live').first().click()
  await page.locator('details[open] code').first().waitFor()
  assert.deepEqual(faults, [])
})
