import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pages } from '../pages.ts'
import { connectBluesky, notePending, openApi, openInstallation, settle, signUp } from '../visitor.ts'

const { statics } = JSON.parse(await readFile(join(import.meta.dirname, 'too-new.json'), 'utf8')) as {
  readonly statics: readonly string[]
}
/** Removes from Chromium what Safari 17.0 lacks. */
const asSafari17 = `
  for (const name of ${JSON.stringify(statics)}) {
    const [owner, member] = name.split('.')
    if (globalThis[owner]) delete globalThis[owner][member]
  }
  delete Map.groupBy
  delete Object.groupBy
  delete Promise.withResolvers
  delete ReadableStream.prototype[Symbol.asyncIterator]
  delete ReadableStream.prototype.values
`

test('without the features that Safari 17 lacks, every page opens and one stream delivers live updates', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.addInitScript(asSafari17)
  let streams = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/events/stream')) streams += 1
  })
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const write = (content: string) =>
    api.post('/v1/posts', {
      profileId,
      content,
      platforms: ['bluesky'],
      scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
  await write('Rye at noon')
  for (const place of ['Calendar', 'Posts', 'Queue']) {
    await page.getByRole('link', { name: place }).first().click()
    await page.waitForURL(new RegExp(`/${place.toLowerCase()}`))
    await page.getByText('Rye at noon').first().waitFor()
  }
  await write('Spelt at noon')
  await page.getByText('Spelt at noon').waitFor()
  assert.equal(streams, 1)
  assert.equal(await page.getByText('This page crashed.').count(), 0)
  assert.deepEqual(faults, [])
})

test('an error in the page itself is reported, and is not mistaken for a temporary outage', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.addInitScript('delete globalThis.TextDecoderStream')
  await signUp(page, installation.url, 'Ada')
  await page.getByText('Live updates paused').waitFor()
  assert.ok(
    faults.some((fault) => /TextDecoderStream/.test(fault)),
    faults.join('\n'),
  )
})

test('a browser that is too old shows an explanation and what to do', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await page.addInitScript('delete Set.prototype.union')
  await page.goto(`${installation.url}/auth/sign-in`)
  await page.getByRole('heading', { name: 'This browser is too old' }).waitFor()
  await page.getByText('Safari 17, Firefox 140, Chrome 131').waitFor()
  assert.deepEqual(faults, [])
})

test('in a browser that blocks all storage, a user can sign in and every page renders', async () => {
  await using installation = await openInstallation()
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  const pending = notePending(page)
  await page.addInitScript(`
    const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError') }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    for (const name of ['serviceWorker', 'locks']) Object.defineProperty(Navigator.prototype, name, { get: refuse })
    globalThis.BroadcastChannel = class { constructor() { refuse() } }
  `)
  await signUp(page, installation.url, 'Ada')
  await page.getByRole('button', { name: /Ada/ }).first().waitFor()
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByLabel('What do you want to say?').fill('Rolls')
  await page.waitForURL(/post=post_/)
  const home = page.url().replace(/\/compose.*$/, '')
  for (const path of pages) {
    await page.goto(home + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page, pending)
    assert.equal(await page.getByText('This page crashed.').count(), 0, path)
  }
  assert.deepEqual(faults, [])
})
