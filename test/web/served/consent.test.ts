import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openChromium } from '#test/servers/open-chromium.ts'
import { callbackUrlOf, createOauthUrl } from '#test/world/oauth.ts'
import { makeProfile } from '#test/world/people.ts'

/** Tests a person who has never seen a token: they open a URL, click, and their post is on the network's own page. */
let t: TestApp
let chromium: Awaited<ReturnType<typeof openChromium>>
before(async () => {
  t = await startApp({ sandbox: true })
  // The callback URL that the operator registers at X.
  t.sandbox.network('x').settings.change({ callbacks: [callbackUrlOf(t, 'x')] })
  chromium = await openChromium(t)
})
after(async () => {
  await chromium[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

async function publish(profileId: string, platform: string, content: string): Promise<string> {
  const ada = await t.as('ada')
  const made = await ada.post('/v1/posts', { profileId, content, platforms: [platform] })
  assert.equal(made.status, 201, made.text)
  await t.settle()
  const { body } = await ada.get(`/v1/posts/${made.body.id}`)
  assert.equal(body.status, 'published', JSON.stringify(body.targets))
  return body.targets[0].platformUrl
}

test('X: cancelling connects no account, and an authorized account can publish immediately', async () => {
  const { page } = chromium
  const ada = await t.as('ada')
  const profileId = await makeProfile(ada)
  await page.goto((await createOauthUrl(t, ada, 'x', profileId)).authUrl)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'No account connected' }).waitFor()
  assert.deepEqual((await ada.get(`/v1/platforms/accounts?profileId=${profileId}`)).body, [])

  await page.goto((await createOauthUrl(t, ada, 'x', profileId)).authUrl)
  assert.match((await page.locator('body').textContent()) ?? '', /tweet\.write/)
  await page.getByRole('button', { name: /@alice/ }).click()
  await page.getByRole('heading', { name: 'X is connected' }).waitFor()
  const url = await publish(profileId, 'x', 'The tide is out')
  await page.goto(url)
  await page.getByText('The tide is out').first().waitFor()
})

test('Facebook: one of the authorized pages is chosen, and published posts appear on it', async () => {
  const { page } = chromium
  const ada = await t.as('ada')
  const profileId = await makeProfile(ada)
  await page.goto((await createOauthUrl(t, ada, 'facebook', profileId)).authUrl)
  await page.getByRole('button', { name: /Continue as Alice/i }).click()
  await page.getByRole('heading', { name: /Choose a .* page/ }).waitFor()
  const { pages } = (await ada.get(`/v1/platforms/facebook/pages?profileId=${profileId}`)).body
  const chosen = await ada.post('/v1/platforms/facebook/switch-page', { profileId, pageId: pages[0].id })
  assert.equal(chosen.status, 201, chosen.text)
  const url = await publish(profileId, 'facebook', 'Fresh rolls from seven')
  await page.goto(url)
  await page.getByText('Fresh rolls from seven').first().waitFor()
})

test('our URL that redirects to a network works once, in one browser', async () => {
  const { page } = chromium
  const ada = await t.as('ada')
  const { authUrl } = await createOauthUrl(t, ada, 'x', await makeProfile(ada))
  await page.goto(authUrl)
  const there = page.url()
  await page.goto(authUrl)
  assert.equal(new URL(page.url()).pathname, '/connected')
  // The same consent page, opened by another person who received its URL.
  const stranger = await page.context().browser()?.newContext()
  const elsewhere = await stranger?.newPage()
  assert.ok(elsewhere)
  await elsewhere.goto(there)
  await elsewhere.getByRole('button', { name: /@bob/ }).click()
  await elsewhere.waitForURL(/\/connected\?error=oauth_state_invalid/)
  await stranger?.close()
})
