import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInstallation } from '../visitor.ts'

test('the texts of the reader’s language are requested together with the scripts, and not after they have run', async () => {
  await using installation = await openInstallation()
  for (const [locale, name] of [
    ['de-AT', 'de'],
    ['fr-FR', 'fr'],
  ] as const) {
    // A service worker would answer for the files that the test holds back.
    await using visitor = await installation.visit({ locale, serviceWorkers: 'block' })
    const { page, faults } = visitor
    const texts = new RegExp(`/assets/${name}-[^/]*\\.js$`)
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      if (!texts.test(route.request().url())) await held.promise
      await route.continue()
    })
    const asked = page.waitForRequest(texts)
    await page.goto(`${installation.url}/auth/sign-in`, { waitUntil: 'commit' })
    await asked
    held.resolve()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), name)
    assert.deepEqual(faults, [])
  }
})
