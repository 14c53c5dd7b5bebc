import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInstallation } from '../visitor.ts'

/** Tests the pages before sign-in. */

test('the first person is not asked for an account, and a refused password shows its reason once', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page } = visitor
  await page.goto(`${installation.url}/auth/sign-up`)
  await page.getByLabel('Your name').fill('Ada')
  assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0)
  await page.getByLabel('Email').fill('ada@example.com')
  const field = page.getByLabel('Password')
  await field.fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('input[name=password][aria-invalid=true]:focus').waitFor()
  assert.equal(await page.getByText('at least 8 characters').count(), 1)
  assert.equal(await page.getByRole('alert').count(), 0)
})
