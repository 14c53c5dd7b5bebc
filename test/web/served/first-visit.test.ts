import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { watchVisit } from '../first-visit.ts'
import { connectBluesky, notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'

/** The most requests of a first page, for strangers and users, and the most that the first page of a user may shift. */
const most = { requests: 25, moved: 0.001 }

test('the frame is there before the scripts, the page takes its place, and a first visit makes few requests', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  {
    await using visitor = await installation.visit()
    const { page } = visitor
    const readCost = await watchVisit(page)
    await page.goto(`${url}/auth/sign-up`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { requests, shifts } = await readCost()
    assert.ok(requests.length <= most.requests, `sign-up: ${requests.length} requests\n${requests.join('\n')}`)
    assert.deepEqual(shifts, [], 'sign-up')
    assert.equal(await page.locator('#first-frame').isVisible(), false, 'a stranger sees no frame')
  }
  // A service worker would answer for the files that the test holds back.
  await using visitor = await installation.visit({ serviceWorkers: 'block' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const home = page.url().replace(/\/connections.*$/, '')
  const pending = notePending(page)
  const readCost = await watchVisit(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(home, { waitUntil: 'commit' })
  const frame = page.locator('#first-frame')
  await frame.waitFor()
  const rail = await frame.locator('> div').nth(2).locator('> div').boundingBox()
  held.resolve()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page, pending)
  assert.equal(await frame.isVisible(), false, 'the pages have taken the place of the first frame')
  const drawn = await page.getByRole('navigation', { name: 'Menu' }).boundingBox()
  assert.deepEqual([drawn?.x, drawn?.y, drawn?.width], [rail?.x, rail?.y, rail?.width])
  const { shifts } = await readCost()
  const moved = shifts.reduce((sum, one) => sum + Number.parseFloat(one), 0)
  assert.ok(moved <= most.moved, shifts.join('\n'))
  assert.deepEqual(faults, [])
})

test('the home page makes few requests in a browser that has no files yet, and nothing moves', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using first = await installation.visit()
  await signUp(first.page, url, 'Ada')
  const { get } = await openApi(url, 'Ada')
  const homeOf = async (brand: number) => `${url}/p/${(await get('/v1/profiles'))[brand].id}`
  let session = await first.page.context().storageState()
  const visit = async (who: string, address: string) => {
    await using visitor = await installation.visit({ storageState: { cookies: session.cookies, origins: [] } })
    await openHome(visitor.page, who, address)
    session = await visitor.page.context().storageState()
  }
  await visit('without an account', await homeOf(0))
  await installation.addDemoData(1)
  const profiles: readonly { readonly name: string }[] = await get('/v1/profiles')
  await visit('with ten accounts', await homeOf(profiles.findIndex(({ name }) => name === 'Lantern Coffee')))
})

/** Three seconds after the start, the frame fetches files for later. On a slow machine, the visit takes longer. */
const postponeLater = `{
  const start = setTimeout
  window.setTimeout = (run, ms, ...rest) => start(run, ms === 3_000 ? 600_000 : ms, ...rest)
}`

async function openHome(page: Page, who: string, address: string): Promise<void> {
  const pending = notePending(page)
  const readCost = await watchVisit(page)
  await page.addInitScript(postponeLater)
  await page.goto(address)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await settle(page, pending)
  const { requests, shifts } = await readCost()
  assert.ok(requests.length <= most.requests, `${who}: ${requests.length} requests\n${requests.join('\n')}`)
  const moved = shifts.reduce((sum, one) => sum + Number.parseFloat(one), 0)
  assert.ok(moved <= most.moved, `${who}: ${shifts.join('\n')}`)
}
