import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { plain } from '#test/world/pictures.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

/** A website that shares to an installation when it is opened, without a click. */
async function startHostileSite(target: string) {
  const image = (await plain(8, 8).png().toBuffer()).toString('base64')
  const page = (policy: string, files: string) => `<!doctype html><meta name="referrer" content="${policy}">
    <form method="post" enctype="multipart/form-data" action="${target}/share">
      <input name="title" value="Win"><input name="text" value="Words of another site">
      <input name="url" value="https://elsewhere.example/">${files === 'none' ? '' : '<input type="file" name="files" multiple>'}
    </form>
    <script>
      const held = new DataTransfer()
      if ('${files}' === 'image') {
        const bytes = Uint8Array.from(atob('${image}'), (letter) => letter.charCodeAt(0))
        held.items.add(new File([bytes], 'lamp.png', { type: 'image/png' }))
      } else held.items.add(new File(['GIF89a'], 'planted.gif', { type: 'image/gif' }))
      if ('${files}' !== 'none') document.querySelector('[type=file]').files = held.files
      document.forms[0].submit()
    </script>`
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://site').searchParams
    const html = page(query.get('policy') ?? '', query.get('files') ?? 'planted')
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Waits for the service worker, which receives shared items. */
const untilKept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => null)')

test('shared text and files are saved and uploaded only after the user confirms, whatever their source', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using site = await startHostileSite(url)
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/v1/')) sent.push(new URL(request.url()).pathname)
  })
  const listDrafts = async () => (await api.get(`/v1/posts?profileId=${api.profileId}`)).posts
  await untilKept(page)

  // The browser sends the site's origin: the request is refused.
  await page.goto(`${site.url}/?policy=origin`)
  await page.getByText('Nothing was shared').waitFor()
  assert.ok(!page.url().includes('item='))

  // The site hides its origin, like a share from the system: the page asks the user first.
  const askedBy = async () => {
    await page.goto(`${site.url}/?policy=no-referrer`)
    await page.getByRole('heading', { name: 'Shared with Posthorn' }).waitFor()
    await page.getByText('Words of another site').waitFor()
    await page.getByText('planted.gif').waitFor()
  }
  await askedBy()
  assert.deepEqual(await listBarriers(page), [])
  const address = page.url()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  await page.goto(address)
  await page.getByText('Nothing was shared').waitFor()
  assert.deepEqual(await listDrafts(), [])
  assert.deepEqual(
    sent.filter((path) => !path.startsWith('/v1/auth/')),
    [],
    'nothing was written before the user said so',
  )

  // Leaving without a decision stores nothing either: no later post starts with this text.
  await askedBy()
  await page.goto(`${url}/p/${api.profileId}/compose`)
  const words = page.getByLabel('What do you want to say?')
  await words.waitFor()
  assert.equal(await words.inputValue(), '')

  await askedBy()
  await page.getByRole('button', { name: 'Use it' }).click()
  await words.waitFor()
  assert.equal(await words.inputValue(), 'Win\n\nWords of another site\n\nhttps://elsewhere.example/')
  await page.waitForURL(/post=post_/)
  assert.equal((await listDrafts()).length, 1)

  // Words alone can also become an idea.
  await page.goto(`${site.url}/?policy=no-referrer&files=none`)
  await page.getByRole('button', { name: 'Save as idea' }).click()
  await page.waitForURL(/tab=ideas/)
  await page.locator('[data-idea]').filter({ hasText: 'Words of another site' }).waitFor()
  const { ideas } = await api.get(`/v1/ideas?profileId=${api.profileId}`)
  assert.deepEqual(
    ideas.map((idea: { text: string }) => idea.text),
    ['Win\n\nWords of another site\n\nhttps://elsewhere.example/'],
  )
  assert.equal((await listDrafts()).length, 1)

  // A file that is refused leaves the item as it is, and nothing is an idea.
  await page.goto(`${site.url}/?policy=no-referrer`)
  await page.getByText('planted.gif').waitFor()
  await page.getByRole('button', { name: 'Save as idea' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByText('planted.gif').waitFor()
  const listIdeas = async () => (await api.get(`/v1/ideas?profileId=${api.profileId}`)).ideas
  assert.equal((await listIdeas()).length, 1)

  // Files become a part of the idea.
  await page.goto(`${site.url}/?policy=no-referrer&files=image`)
  await page.getByText('lamp.png').waitFor()
  await page.getByRole('button', { name: 'Save as idea' }).click()
  await page.waitForURL(/tab=ideas/)
  const [latest] = await listIdeas()
  await page.locator(`[data-idea="${latest.id}"] img`).first().waitFor()
  assert.deepEqual(
    [latest.text, latest.mediaIds.length],
    ['Win\n\nWords of another site\n\nhttps://elsewhere.example/', 1],
  )
})
