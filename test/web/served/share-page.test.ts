import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { until } from '#test/harness/until.ts'
import { fixture, plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

const ofPictures: readonly Network[] = [
  ...(['bluesky', 'facebook', 'linkedin', 'x', 'pinterest'] as const),
  ...(['tiktok', 'threads', 'mastodon', 'instagram'] as const),
]
const person = 'user-101'
const words = 'Fresh rolls at 7. Come early! #bakery'

/**
 * Lists each element's class, own text and description, in the order of the page. A video that can be played has no
 * play sign above it, and the name of a video is its description.
 */
const listPieces = (preview: Locator): Promise<readonly string[]> =>
  preview.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((element) => !element.matches(':has(> .pv-play), .pv-play, .pv-play *'))
      .map((element) => {
        const own = [...element.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ textContent }) => textContent)
        const description = element.getAttribute('alt') ?? element.getAttribute('aria-label')
        return [element.getAttribute('class'), own.join('').trim(), description].filter(Boolean).join(': ')
      }),
  )

test('the page of a share link shows the same preview as the post’s page, piece by piece, on each network', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId, token } = api
  const settings = await connectNetworks(api, [...ofPictures, 'youtube'], { url, sandboxUrl, person })
  const film = await upload(url, token, 'film.mp4', await fixture('upright.mp4'))
  const pictures = await Promise.all(
    [still(640), still(644)].map(async (bytes) => upload(url, token, 'a.jpg', await bytes)),
  )
  const link = 'https://example.com/harbour'
  for (const { networks, media } of [
    { networks: ofPictures, media: pictures },
    { networks: ['bluesky', 'facebook', 'linkedin', 'x', 'threads', 'mastodon'] as const, media: [] },
    { networks: ['youtube', 'instagram'] as const, media: [film] },
  ]) {
    const { id } = await api.post('/v1/posts', {
      profileId,
      content: media.length > 0 ? words : `${words} Not as long as the queue ${link}`,
      ...(media.includes(film) && { title: 'Rolls' }),
      platforms: networks.map(platformIdOf),
      media: media.map((storagePath, nth) => ({ storagePath, altText: `Roll ${nth + 1}` })),
      settings: Object.fromEntries(Object.entries(settings).filter(([name]) => networks.some((one) => one === name))),
    })
    const shared = await api.post(`/v1/posts/${id}/share-link`, {})
    await until('the post is published', async () => (await api.get(`/v1/posts/${id}`)).status === 'published')
    await page.goto(`${url}/p/${profileId}/posts/${id}`)
    const own = new Map<Network, readonly string[]>()
    for (const network of networks) {
      await page.getByRole('button', { name: `Sent to ${limitsForNetwork(network).name}` }).click()
      const preview = page.locator(`[data-preview=${network}] .pv`)
      await preview.locator('[data-preview-text]').first().waitFor()
      own.set(network, await listPieces(preview))
    }
    const files = await hashFiles(page, '[data-preview] [data-preview-media]')
    await page.goto(shared.url)
    for (const network of networks) {
      const { name } = limitsForNetwork(network)
      const figure = page
        .locator('figure')
        .filter({ has: page.locator('figcaption b', { hasText: new RegExp(`^${name}$`) }) })
      assert.deepEqual(await listPieces(figure.locator('.pv')), own.get(network), network)
    }
    if (!media.includes(film)) assert.deepEqual(await hashFiles(page, 'figure [data-preview-media]'), files)
  }
  assert.deepEqual(
    faults.filter((fault) => !fault.includes(sandboxUrl)),
    [],
  )
})

const still = (width: number): Promise<Buffer> =>
  plain(width, (width / 4) * 3)
    .jpeg()
    .toBuffer()

async function upload(url: string, token: string, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set(
    'file',
    new File([new Uint8Array(bytes)], name, { type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg' }),
  )
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form })
  const body = (await answer.json()) as { storagePath: string }
  assert.ok(answer.ok, JSON.stringify(body))
  return body.storagePath
}

/** Returns the hashes of the images and videos below these elements, in display order. */
async function hashFiles(page: Page, selector: string): Promise<readonly string[]> {
  const addresses = await page
    .locator(`:is(${selector}) :is(img, video)`)
    .evaluateAll((files) => files.map((file) => file.getAttribute('src') ?? ''))
  return Promise.all(
    addresses.map(async (address) => hashOf(await (await fetch(new URL(address, page.url()))).arrayBuffer())),
  )
}

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
