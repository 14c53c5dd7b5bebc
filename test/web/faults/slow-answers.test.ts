import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, openInstallation, signUp } from '../visitor.ts'

/** Pages with lists, and their empty states. */
const lists = { calendar: 'Nothing scheduled', posts: 'No posts yet', queue: 'Your queue is empty' }

test('a page that is waiting for a response shows that it is loading, not that it is empty', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await signUp(page, installation.url, 'Ada')
  const { profileId } = await openApi(installation.url, 'Ada')
  for (const [name, nothing] of Object.entries(lists)) {
    const held = Promise.withResolvers<void>()
    await page.route(/\/v1\/posts(\/summaries)?\?/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${installation.url}/p/${profileId}/${name}`)
    await page.getByText('Loading…', { exact: true }).waitFor()
    assert.equal(await page.getByText(nothing, { exact: true }).count(), 0, name)
    held.resolve()
    await page.getByText(nothing, { exact: true }).waitFor()
    await page.unroute(/\/v1\/posts(\/summaries)?\?/)
  }
})
