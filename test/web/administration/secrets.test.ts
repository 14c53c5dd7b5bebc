import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretKey } from '#test/harness/app.ts'
import { codeAt, stepAt } from '../../../src/modules/identity/second-factor/totp.ts'
import { secretOf } from '../../world/second-factor.ts'
import { openApi, openInstallation, password, signUp } from '../visitor.ts'

test('a secret is stored, never shown again, replaced, activated, and deleted after its name is typed', async () => {
  await using installation = await openInstallation({ SECRET_KEY: secretKey })
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  // Without two-step verification, no code can be entered.
  await page.goto(`${url}/p/${api.profileId}/admin/networks`)
  await page.getByRole('heading', { name: 'App credentials' }).waitFor()
  await page.getByRole('link', { name: 'Set up two-step verification' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show credentials' }).count(), 0)
  const body = await api.post('/v1/admin/mfa/enroll/start', {})
  const code = codeAt(secretOf({ status: 200, headers: {}, body, text: '' }), stepAt(new Date()))
  // Each step uses up a code, and this test cannot wait for the next one. Recovery codes work as well.
  const { recoveryCodes } = await api.post('/v1/admin/mfa/enroll/verify', { code })
  // Enabling it ended the page's session.
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  const enter = page.getByRole('button', { name: 'Sign in', exact: true })
  await enter.click()
  await page.getByLabel('Code from your authenticator app').fill(recoveryCodes.shift())
  await enter.click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()

  const dialog = page.getByRole('dialog')
  const prove = async (button: string) => {
    await dialog.getByLabel('Code from your authenticator app').fill(recoveryCodes.shift())
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const name = 'X_CLIENT_SECRET'
  const row = page.getByRole('listitem').filter({ hasText: name })
  const store = async (button: string, value: string) => {
    await row.getByText(button, { exact: true }).click()
    await dialog.getByLabel('Value').fill(value)
    await prove('Save')
  }

  await page.goto(`${url}/p/${api.profileId}/admin/networks`)
  await page.getByRole('button', { name: 'Show credentials' }).click()
  await prove('Show credentials')
  await store('Set', 'the-first-value-k3x9')
  await row.getByText('••••k3x9').waitFor()
  await row.getByText('not applied yet').waitFor()
  assert.equal((await page.content()).includes('the-first-value'), false, 'the value is nowhere on the page')
  await store('Replace', 'the-second-value-p7q2')
  await row.getByText('••••p7q2').waitFor()

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
  assert.equal(await remove.isDisabled(), true)
  await dialog.getByLabel(`Type ${name} to delete it`).fill('X_CLIENT')
  assert.equal(await remove.isDisabled(), true)
  await dialog.getByLabel(`Type ${name} to delete it`).fill(name)
  await prove('Delete')
  await row.getByText('••••p7q2').waitFor({ state: 'detached' })
  await row.getByText('Not set').waitFor()
  await row.getByText('Set', { exact: true }).waitFor()
})
