import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')
const newPost = (page: Page) => page.getByRole('link', { name: 'New post' }).first()
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

const isCreation = (request: { method(): string; url(): string }) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/v1/posts'

const burst = '.'.repeat(10)
const withoutBurst = (text: string): string => text.replace(/\.+$/, '')

/** Reads the drafts in the browser's database as one string. The page, not this test, creates the database. */
const readKept = (page: Page): Promise<string> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('posthorn', 1)
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve('')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(reading.result))
      }
    }
  })`)

/** Lists the texts of all posts, sorted. */
async function listTexts({ get, profileId }: Awaited<ReturnType<typeof openApi>>): Promise<string[]> {
  const { posts } = await get(`/v1/posts?profileId=${profileId}&limit=100`)
  return posts.map(({ content }: { readonly content: string }) => content).toSorted()
}

test('a user who leaves the composer through a link gets the text back with Back, and a new post is blank', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')

  // The last text was not saved yet when the page was left.
  await newPost(page).click()
  await words(page).fill('Left at once')
  const creation = page.waitForResponse((response) => isCreation(response.request()))
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.waitForURL(/\/calendar/)
  await creation
  await page.goBack()
  await untilHolds(words(page), 'Left at once')
  await page.waitForURL(/post=post_/)

  // Saved text, and more that was not.
  await words(page).fill('Left at once, and again')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.waitForURL(/\/calendar/)
  await page.goBack()
  await untilHolds(words(page), 'Left at once, and again')
  await saved(page)

  // Back happens before the service responds.
  await newPost(page).click()
  await untilHolds(words(page), '')
  const slow = Promise.withResolvers<void>()
  await page.route(
    (address) => address.pathname === '/v1/posts',
    async (route) => {
      if (isCreation(route.request())) await slow.promise
      await route.continue()
    },
  )
  await words(page).fill('Back in no time')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.waitForURL(/\/calendar/)
  await page.goBack()
  await words(page).waitFor()
  slow.resolve()
  await untilHolds(words(page), 'Back in no time')
  await page.waitForURL(/post=post_/)

  await newPost(page).click()
  await untilHolds(words(page), '')
  assert.deepEqual(await listTexts(api), ['Back in no time', 'Left at once, and again'])
  assert.deepEqual(faults, [])
})

test('a tab that closes at any moment during the first save leaves one draft, and its text is restored', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const context = visitor.page.context()
  await signUp(visitor.page, url, 'Ada')
  await visitor.page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(visitor.page)
  const api = await openApi(url, 'Ada')
  const blank = `${url}/p/${api.profileId}/compose`

  const moments: Readonly<Record<string, (page: Page, text: string) => Promise<unknown>>> = {
    'while the words are typed': (page, text) =>
      until('the browser or the service has the words', async () =>
        [await readKept(page), ...(await listTexts(api))].some((kept) => kept.includes(text)),
      ),
    'before the service has the request': async (page) => {
      const sent = Promise.withResolvers<void>()
      await page.route(
        (address) => address.pathname === '/v1/posts',
        (route) => (isCreation(route.request()) ? sent.resolve() : route.continue()),
      )
      await sent.promise
    },
    'before the page has the answer': async (page) => {
      const answered = Promise.withResolvers<void>()
      await page.route(
        (address) => address.pathname === '/v1/posts',
        async (route) => {
          if (!isCreation(route.request())) return await route.continue()
          await route.fetch()
          answered.resolve()
        },
      )
      await answered.promise
    },
    'with the answer': (page) => page.waitForResponse((response) => isCreation(response.request())),
    'once it is saved': saved,
  }
  const isUnanswered = new Set(['before the service has the request', 'before the page has the answer'])
  for (const [moment, reach] of Object.entries(moments)) {
    const text = `Closed ${moment}`
    const page = await context.newPage()
    await page.goto(blank)
    await words(page).waitFor()
    const reached = reach(page, text)
    // The last letters may be lost with the tab: the browser stores each a moment after it was typed.
    await words(page).pressSequentially(text + burst)
    await reached
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    const again = await context.newPage()
    await again.goto(blank)
    await words(again).waitFor()
    const found = withoutBurst(await words(again).inputValue())
    // What the service has is a draft, and does not need to be restored.
    assert.ok(found === text || (found === '' && !isUnanswered.has(moment)), `${moment}: “${found}”`)
    if (found !== '') await saved(again)
    await again.close()
  }
  assert.deepEqual(
    (await listTexts(api)).map(withoutBurst).toSorted(),
    Object.keys(moments)
      .map((moment) => `Closed ${moment}`)
      .toSorted(),
  )
})
