import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openByKey, openInstallation, password, signUp } from '../visitor.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

test('users see their sessions, sign out elsewhere, set a new password by email, and delete their account', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await using elsewhere = await installation.visit({ userAgent: phone, viewport: { width: 390, height: 844 } })
  await signUp(elsewhere.page, url, 'Bob')

  // The phone changes owners: Ada signs in on it.
  await elsewhere.page.context().clearCookies()
  await elsewhere.page.goto(`${url}/auth/sign-in`)
  await elsewhere.page.getByLabel('Email').fill('ada@example.com')
  await elsewhere.page.getByLabel('Password').fill(password)
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).click()
  await elsewhere.page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  // By keyboard: the command palette opens the page.
  await openByKey(page, 'Control+k')
  await page.getByRole('combobox').fill('settings profile')
  await page.getByRole('option', { name: 'Settings › Profile' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Profile', level: 2 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')

  const report = page.getByRole('checkbox', { name: /My brand/ })
  await report.click()
  await page.getByText(/^Next: Mon/).waitFor()
  await page.reload()
  await page.getByText(/^Next: Mon/).waitFor()
  assert.ok(await report.isChecked(), 'the choice is preserved')
  await report.click()
  await page.getByText(/^Next: Mon/).waitFor({ state: 'detached' })

  // Single keys can be turned off, for people whose speech input types letters.
  await page.getByRole('checkbox', { name: 'Single-key shortcuts in this browser' }).uncheck()
  await page.reload()
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('?')
  await page.keyboard.press('c')
  await page.getByRole('checkbox', { name: 'Single-key shortcuts in this browser' }).check()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  await page.getByText('This device', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByText('Safari on iPhone').waitFor({ state: 'detached' })
  await elsewhere.page.reload()
  await elsewhere.page.getByRole('heading', { name: 'Sign in to Posthorn' }).waitFor()

  await elsewhere.page.getByRole('link', { name: 'Forgot your password?' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await elsewhere.page.getByLabel('Email').fill('bob@example.com')
  await elsewhere.page.getByRole('button', { name: 'Send reset link' }).click()
  const [link = ''] = await installation.findInMail(/http\S+\/auth\/reset#[\w-]{43}/)
  await elsewhere.page.goto(link)
  await elsewhere.page.getByLabel('New password').fill('other words in a row')
  assert.ok(!elsewhere.page.url().includes('#'), 'the token does not stay in the address')
  await elsewhere.page.getByRole('button', { name: 'Set password' }).click()
  await elsewhere.page.getByText('Password changed. Sign in with your new password.').waitFor()
  await elsewhere.page.getByLabel('Email').fill('bob@example.com')
  await elsewhere.page.getByLabel('Password').fill('other words in a row')
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).click()
  await elsewhere.page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()

  await elsewhere.page.goto(`${elsewhere.page.url().replace(/\/$/, '')}/settings/account/data`)
  await elsewhere.page.getByRole('button', { name: 'Delete my account…' }).click()
  const confirm = elsewhere.page.getByRole('button', { name: 'Delete everything' })
  assert.ok(await confirm.isDisabled())
  await elsewhere.page.getByLabel(/to confirm/).fill('bob@example.com')
  await elsewhere.page.getByLabel('Your password').fill('other words in a row')
  await confirm.click()
  await elsewhere.page.getByRole('heading', { name: 'Sign in to Posthorn' }).waitFor()
  await elsewhere.page.getByLabel('Email').fill('bob@example.com')
  await elsewhere.page.getByLabel('Password').fill('other words in a row')
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).click()
  await elsewhere.page.getByRole('alert').waitFor()
  assert.deepEqual(faults, [])
})
