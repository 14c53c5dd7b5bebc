import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findFreePort } from '#test/servers/free-port.ts'
import { openOidcProvider } from '#test/servers/oidc/provider.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** Fills in the provider's own pages. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Leaves out the faults of the provider’s pages. */
const ownOf = (faults: readonly string[], url: string) => faults.filter((fault) => fault.includes(`on ${url}/`))

async function openCompany(more: Readonly<Record<string, string>> = {}) {
  await using opened = new AsyncDisposableStack()
  const port = await findFreePort()
  const provider = opened.use(await openOidcProvider(() => new Date(), `http://127.0.0.1:${port}`))
  const settings = { ...provider.settings, OIDC_BUTTON_LABEL: 'Sign in with Harbour ID', PORT: String(port), ...more }
  const installation = opened.use(await openInstallation(settings))
  const kept = opened.move()
  return { provider, installation, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada' }

test('a person signs in with the company’s button, comes to the page that they wanted, and signs out at the provider', async () => {
  await using company = await openCompany()
  const { provider, installation } = company
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Owner')
  await provider.person('nora', { email: 'nora@example.com', email_verified: true, name: 'Nora' })

  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.goto(`${url}/auth/sign-in?next=/device`)
  await page.getByLabel('Password').waitFor()
  const button = page.getByRole('button', { name: 'Sign in with Harbour ID' })
  await button.waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await button.click()
  await passProvider(page, 'nora')
  await page.waitForURL(`${url}/device`)
  assert.ok(!page.url().includes('code='))
  await page.goBack()
  assert.ok(!/[?&](code|state)=/.test(page.url()), page.url())
  assert.deepEqual(ownOf(faults, url), [])

  await page.goto(`${url}/auth/company?state=s.unknown&code=unknown`)
  await page.getByText('has expired or was started in another browser').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.goto(`${url}/auth/company?state=s.a&error=access_denied&error_description=Call+me`)
  await page.getByText('You canceled at the identity provider').waitFor()
  assert.equal(await page.getByText('Call me').count(), 0)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in to Posthorn' }).waitFor()
})

test('a signed-in person connects company sign-in under Security, and disconnects it', async () => {
  await using company = await openCompany()
  const { provider, installation } = company
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const { profileId } = await openApi(url, 'Ada')
  await provider.person('ada-at-work', { ...ada, email: 'ada@corp.example' })
  const security = `${url}/p/${profileId}/settings/account/security`
  await page.goto(security)
  await page.getByRole('button', { name: 'Connect company sign-in' }).click()
  await passProvider(page, 'ada-at-work')
  await page.waitForURL(security)
  await page.getByText('Connected with ada@corp.example.').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])

  await page.getByRole('button', { name: 'Ada' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/auth/sign-in`)
  await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  await page.goto(security)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect company sign-in' }).waitFor()
  assert.deepEqual(ownOf(faults, url), [])
})

test('with `instead`, the page has only the button, and superadmins a URL with the form while the provider is down', async () => {
  await using company = await openCompany({ OIDC_SIGN_IN: 'instead' })
  const { provider, installation } = company
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await page.goto(installation.entrance)
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.waitForURL(/\/p\//)
  await page.context().clearCookies()
  await provider.serve('down')
  await page.goto(`${url}/auth/sign-in`)
  const button = page.getByRole('button', { name: 'Sign in with Harbour ID' })
  await button.waitFor()
  assert.equal(await page.getByLabel('Password').count(), 0)
  await button.click()
  await page.getByText('The identity provider isn’t responding').waitFor()
  assert.deepEqual(await listBarriersInThemes(page), [])
  await page.goto(`${url}/auth/sign-in?password=true`)
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/p\//)
})
