import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, openInstallation, password } from '../visitor.ts'
import { launchFirefox } from './open-firefox.ts'

test('in Firefox, a new user publishes to three networks, sees another program’s changes live, retries, and creates a webhook', async () => {
  await using installation = await openInstallation({}, () => launchFirefox())
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.goto(installation.entrance)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect X' }).click()
  await (await opened).getByRole('button', { name: /alice/i }).first().click()
  await page.getByRole('button', { name: 'Connect Bluesky and LinkedIn too' }).click()
  await page.getByText(/^Connected: .+, .+ and .+/).waitFor()

  await page.getByRole('link', { name: 'Write a post' }).click()
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByText('Ready to publish').waitFor()
  await page.getByRole('button', { name: /Alt ✓$/ }).waitFor()
  // Typed key by key: over BiDi, Playwright's `fill` sets the value without the event that the page handles.
  await page.getByRole('button', { name: 'When: Now' }).click()
  const time = page.getByLabel('Or type a time')
  await time.pressSequentially('asdf')
  await page.getByRole('button', { name: 'Check the time', exact: true }).click()
  await page.getByText('Posthorn can’t read the time you typed.').waitFor()
  await time.press('Control+a')
  await time.press('Backspace')
  await page.getByRole('button', { name: 'Publish to 3 accounts' }).click()
  await page.locator('article').getByRole('link', { name: 'Open' }).nth(2).waitFor()

  await page.getByRole('link', { name: 'Queue' }).first().click()
  const api = await openApi(installation.url, 'Ada')
  const { profileId } = api
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  await api.post('/v1/posts', { profileId, content: 'Rye at noon', platforms: ['bluesky'], scheduledAt })
  await page.getByText('Rye at noon').waitFor()

  await page.getByRole('button', { name: 'Simulate failures' }).click()
  const weather = page.getByRole('complementary', { name: 'Simulate failures' })
  await weather.getByRole('button', { name: 'Rejected post' }).click()
  await weather.getByRole('button', { name: 'Start' }).click()
  await weather.getByText('1 request left').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').pressSequentially('Spelt at nine')
  await page.getByText('Ready to publish').waitFor()
  await page.getByRole('button', { name: 'Publish to 3 accounts' }).click()
  const lane = page.locator('article').filter({ hasText: 'Bluesky' })
  await lane.getByText('Failed', { exact: true }).waitFor()
  await lane.getByText(/Bluesky rejected/).waitFor()
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await lane.getByRole('link', { name: 'Open' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').pressSequentially(`${installation.sandboxUrl}/receiver/mine`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done, I’ve saved it' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor()
  assert.deepEqual(faults, [])
})

for (const [what, preferences] of Object.entries({
  'all cookies are blocked': { 'network.cookie.cookieBehavior': 2 },
  'storage is off': { 'dom.storage.enabled': false },
}))
  test(`in Firefox, where ${what}, the sign-in page renders`, async () => {
    await using installation = await openInstallation({}, () => launchFirefox(preferences))
    await using visitor = await installation.visit()
    const { page } = visitor
    await page.goto(`${installation.url}/auth/sign-in`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const needsCookies = await page.getByText('Posthorn needs cookies to sign you in.').count()
    assert.equal(needsCookies, 'network.cookie.cookieBehavior' in preferences ? 1 : 0)
  })
