import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findFreePort } from '#test/servers/free-port.ts'
import { codeAt, stepAt } from '../../../src/modules/identity/second-factor/totp.ts'
import { secretOf } from '../../world/second-factor.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** Gives the browser of this page an authenticator that syncs passkeys and verifies its user. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Makes the person stand in front of the authenticator, or close its dialog. */
    verify: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Ada' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/auth/sign-in`)
}

const home = (page: Page) => page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 })

test('a person adds a passkey, signs in with it, uses it in place of a code, renames it and removes it', async () => {
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  await using installation = await openInstallation({ PORT: port, PUBLIC_URL: url })
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const authenticator = await addAuthenticator(page)
  await signUp(page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const security = `${url}/p/${ada.profileId}/settings/account/security`
  await page.goto(security)
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await card.getByText('Not used yet').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  await signOut(page, url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await authenticator.verify(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey', disabled: false }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0, 'a dialog that was closed is not an error')
  await authenticator.verify(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await home(page).waitFor()

  const secret = secretOf({
    status: 200,
    headers: {},
    text: '',
    body: await ada.post('/v1/admin/mfa/enroll/start', {}),
  })
  await ada.post('/v1/admin/mfa/enroll/verify', { code: codeAt(secret, stepAt(new Date())) })
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await home(page).waitFor()

  await page.goto(security)
  await card.getByText(/Last used/).waitFor()
  await card.getByRole('button', { name: 'Rename Passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await card.getByText('Work laptop').waitFor({ state: 'detached' })
  await signOut(page, url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText(/isn’t a passkey of an account here/).waitFor()
  assert.deepEqual(
    faults.filter((fault) => !/status of (400|403)/.test(fault)),
    [],
  )
})

test('at a plain http address, the web app offers no passkeys and says why', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  await page.goto(`${url}/p/${profileId}/settings/account/security`)
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByText('Passkeys need an https URL').waitFor()
  assert.equal(await card.getByRole('button').count(), 0)
  await signOut(page, url)
  await page.getByLabel('Password').waitFor()
  assert.equal(await page.getByRole('button', { name: /passkey/i }).count(), 0)
  assert.deepEqual(faults, [])
})
