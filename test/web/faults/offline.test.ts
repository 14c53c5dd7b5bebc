import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectBluesky, openApi, openInstallation, signUp, untilHolds } from '../visitor.ts'

const words = (page: Page) => page.getByLabel('What do you want to say?')
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The names in the service worker's cache. */
const listKept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('posthorn-shell'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)

test('an installed Posthorn opens offline, stores text, receives shared items, and caches no API responses', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  const context = page.context()
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')

  // Installable by the browser's own criteria.
  const devtools = await context.newCDPSession(page)
  const { errors, data = '' } = await devtools.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const manifest = JSON.parse(data)
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(url + src)
    assert.equal(icon.status, 200, src)
    const [width] = sizes === 'any' ? [null] : sizes.split('x').map(Number)
    if (width !== null) assert.equal(Buffer.from(await icon.arrayBuffer()).readUInt32BE(16), width, src)
  }
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await until('the worker has the page', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  )

  // Without the service, the application opens and stores text. The service gets it when it is back.
  await installation.stop()
  await page.goto(`${url}/p/${api.profileId}/calendar`)
  await page.getByRole('heading', { name: 'Can’t reach Posthorn' }).waitFor()
  await page.getByLabel('Draft your next post in the meantime').fill('Written in a tunnel.')
  await page.getByText('Saved in this browser.').waitFor()
  await installation.restart()
  await page.waitForURL(/post=post_/)
  await untilHolds(words(page), 'Written in a tunnel.')
  const { posts } = await api.get(`/v1/posts?profileId=${api.profileId}`)
  assert.deepEqual(
    posts.map(({ content }: { content: string }) => content),
    ['Written in a tunnel.'],
  )

  // Shared from another app: a form on a foreign page, like a phone's share sheet.
  await page.goto('about:blank')
  await page.setContent(`<form method="post" enctype="multipart/form-data" action="${url}/share">
    <input name="title"><input name="text"><input name="url"><input name="files" type="file"><button>Share</button></form>`)
  await page.locator('[name=title]').fill('Rye bread')
  await page.locator('[name=text]').fill('Look at this https://example.com/rye')
  await page.locator('[name=url]').fill('https://example.com/rye')
  const picture = { name: 'rye.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await page.locator('[name=files]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.waitForURL(/post=post_/)
  await untilHolds(words(page), 'Rye bread\n\nLook at this https://example.com/rye')
  await page.getByRole('button', { name: 'Edit rye.png' }).waitFor()
  const shared = new URL(page.url()).searchParams.get('post')
  await until('the picture is in the draft', async () => (await api.get(`/v1/posts/${shared}`)).media.length === 1)

  // The API responded to all of the above, and none of it is cached.
  const kept = await listKept(page)
  assert.ok(kept.some((path) => /^\/assets\/compose-page/.test(path)))
  assert.deepEqual(
    kept.filter((path) => !/^\/(assets\/.*|theme\.js|old-browser\.js|icon\.svg|manifest\.webmanifest)?$/.test(path)),
    [],
  )
})
