import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { type Network, platformIdOf } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'
import { until } from '#test/harness/until.ts'
import { fixture, plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { connectBluesky, listBarriers, openApi, openInstallation, signUp } from '../visitor.ts'

const ofPictures: readonly Network[] = [
  ...(['bluesky', 'facebook', 'linkedin', 'x', 'pinterest'] as const),
  ...(['tiktok', 'threads', 'mastodon', 'instagram'] as const),
]
const person = 'user-101'
const words = 'Fresh rolls at 7. Come early! #bakery'

/** A post as a reader sees it: its text, and the hashes of its files in order. */
interface Seen {
  readonly text: string
  readonly files: readonly string[]
}

test('a preview shows the same text as the network’s own page, and the files in the same order', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId, token } = api
  const settings = await connectNetworks(api, [...ofPictures, 'youtube'], { url, sandboxUrl, person })
  const stills = [await still(640), await still(644)]
  const pictures = await Promise.all(stills.map((bytes) => upload(url, token, 'picture.jpg', bytes)))
  const film = await upload(url, token, 'film.mp4', await fixture('upright.mp4'))
  for (const { networks, media, title } of [
    { networks: ofPictures, media: pictures, title: null },
    { networks: ['youtube'] as const, media: [film], title: 'Rolls' },
  ]) {
    const { id } = await api.post('/v1/posts', {
      profileId,
      content: words,
      title,
      platforms: networks.map(platformIdOf),
      media: media.map((storagePath, nth) => ({ storagePath, altText: `Roll ${nth + 1}` })),
      settings,
      saveAsDraft: true,
    })
    await page.goto(`${url}/p/${profileId}/compose?post=${id}`)
    const previews = new Map<Network, Seen>()
    for (const network of networks) previews.set(network, await readPreview(page, network))
    if (title) await page.locator('[data-preview=youtube]').getByText(title, { exact: true }).waitFor()
    await api.post(`/v1/posts/${id}/publish-now`, {})
    for (const network of networks) {
      const shown = await readNetworkPage(page, sandboxUrl, network)
      const preview = previews.get(network)
      // The page shows the title above the text.
      assert.equal([title, preview?.text].filter(Boolean).join('\n'), shown.text, `${network}: text`)
      // TikTok's app shows one image at a time, and how many more there are.
      const files = network === 'tiktok' ? shown.files.slice(0, 1) : shown.files
      assert.equal(shown.files.length, media.length, `${network} shows every file`)
      assert.deepEqual(preview?.files, files, `${network}: files in order`)
    }
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

/** Opens an account's tab, and returns its preview. */
async function openPreview(page: Page, network: Network): Promise<Locator> {
  await page.getByRole('tab', { name: new RegExp(`^${limitsForNetwork(network).name} ·`) }).click()
  return page.locator(`[data-preview=${network}]`)
}

async function readPreview(page: Page, network: Network): Promise<Seen> {
  const preview = await openPreview(page, network)
  await preview.locator('[data-preview-text]').first().waitFor()
  await preview.locator('[data-preview-media] :is(img, video)').first().waitFor()
  const text = (await preview.locator('[data-preview-text]').first().innerText()).trim()
  return { text, files: await hashFiles(page, `[data-preview=${network}] [data-preview-media]`) }
}

async function readNetworkPage(page: Page, sandboxUrl: string, network: Network): Promise<Seen> {
  const account = everyNetwork[network].ledgerName?.(person) ?? person
  await page.goto(`${sandboxUrl}/feed/${network}/${account}`)
  const post = page.locator('article').first()
  await until(`${network} shows the post`, async () => {
    await page.reload()
    return (await post.count()) > 0 && (await post.locator('.media').count()) > 0
  })
  const lines = await post.locator('.title, .words').allTextContents()
  return { text: lines.join('\n').trim(), files: await hashFiles(page, 'article:first-of-type .media') }
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

/** Images in four colors: red and green above, blue and yellow below. */
const quarters = async (): Promise<Buffer> => {
  const part = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const [green, blue, yellow] = await Promise.all(['#00ff00', '#0000ff', '#ffff00'].map(part))
  return sharp({ create: { width: 80, height: 60, channels: 3, background: '#ff0000' } })
    .composite([
      { input: green ?? '', left: 40, top: 0 },
      { input: blue ?? '', left: 0, top: 30 },
      { input: yellow ?? '', left: 40, top: 30 },
    ])
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Returns the shape of an image, and its colors at the top left and in the middle of its upper half. */
async function lookAt(image: Locator): Promise<string> {
  const drawn = await fetch((await image.getAttribute('src')) ?? '')
  const { data, info } = await sharp(Buffer.from(await drawn.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.floor(y) * info.width + Math.floor(x)) * 3
    return [...data.subarray(from, from + 3)].map((share) => (share > 127 ? 255 : 0)).join(' ')
  }
  return `${info.width} × ${info.height}: ${at(0, 0)}, ${at(info.width / 2, info.height / 4)}`
}

test('the composer and a post’s page show the part of an image that is published, and an edit keeps it', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const storagePath = await upload(url, api.token, 'quarters.jpg', await quarters())
  for (const [view, looks] of [
    [{ crop: [0.5, 0, 0.5, 0.5] }, '40 × 30: 0 255 0, 0 255 0'],
    [{ crop: [0, 0, 0.5, 1], rotate: 90 }, '30 × 80: 0 0 255, 0 0 255'],
    [{ crop: [-0.5, 0, 2, 0.5], fit: 'pad', ground: '#ff00ff' }, '160 × 30: 255 0 255, 0 255 0'],
  ] as const) {
    const { id } = await api.post('/v1/posts', {
      profileId: api.profileId,
      content: 'One part',
      platforms: ['bluesky'],
      media: [{ storagePath, altText: 'A quarter', view }],
      saveAsDraft: true,
    })
    const { media } = await api.get(`/v1/posts/${id}`)
    await page.goto(`${url}/p/${api.profileId}/compose?post=${id}`)
    assert.equal(await lookAt(page.locator('[data-preview=bluesky] [data-preview-media] img').first()), looks)
    assert.equal(
      await lookAt(
        page
          .getByRole('button', { name: /A quarter|quarters/ })
          .locator('img')
          .first(),
      ),
      looks,
    )
    await page.getByLabel('What do you want to say?').fill('Another text')
    await until('the edit is stored', async () => (await api.get(`/v1/posts/${id}`)).content === 'Another text')
    assert.deepEqual((await api.get(`/v1/posts/${id}`)).media, media)
    await page.goto(`${url}/p/${api.profileId}/posts/${id}`)
    assert.equal(await lookAt(page.getByRole('img', { name: 'A quarter' }).first()), looks)
  }
  assert.deepEqual(faults, [])
})

const polls: readonly { readonly network: Network; readonly question?: string; readonly minutes: number }[] = [
  { network: 'x', minutes: 60 },
  { network: 'linkedin', question: 'Which rolls?', minutes: 4_320 },
  { network: 'threads', minutes: 1_440 },
  { network: 'mastodon', minutes: 4_320 },
]
const lengths: Readonly<Record<number, string>> = { 60: '1 hour', 1440: '1 day', 4320: '3 days' }

test('previews show polls with question, options and end, quoted posts, link cards, and carousels of cards', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  const networks: readonly Network[] = ['x', 'linkedin', 'threads', 'mastodon', 'bluesky', 'facebook']
  await connectNetworks(api, networks, { url, sandboxUrl, person })
  const open = async (settings: Readonly<Partial<Record<Network, object>>>, link?: string) => {
    const chosen = Object.entries(settings).map(([network, own]) => [platformIdOf(network as Network), own] as const)
    const { id } = await api.post('/v1/posts', {
      profileId,
      content: words,
      platforms: chosen.map(([platform]) => platform),
      settings: Object.fromEntries(chosen),
      ...(link && { link }),
      saveAsDraft: true,
    })
    await page.goto(`${url}/p/${profileId}/compose?post=${id}`)
    return (network: Network) => openPreview(page, network)
  }

  const options = ['Rye', 'Wheat']
  const settings = polls.map(({ network, question, minutes }) => {
    const poll = { options, durationMinutes: minutes, ...(question && { question }) }
    return [network, { poll }] as const
  })
  const ofPoll = await open(Object.fromEntries(settings))
  for (const { network, question, minutes } of polls) {
    const poll = (await ofPoll(network)).locator('[data-preview-poll]')
    await poll.waitFor()
    assert.deepEqual(await poll.getByRole('listitem').allTextContents(), options, network)
    assert.equal(await poll.getByText('Which rolls?').count(), question ? 1 : 0, network)
    await poll.getByText(`Voting ends ${lengths[minutes]} after publishing`).waitFor()
  }

  const quote = 'https://bsky.app/profile/alice.sandbox/post/3l2zpbbhuvk2s'
  const ofQuote = await open({ bluesky: { quote } })
  await (await ofQuote('bluesky')).locator('[data-preview-quote]').getByText(quote).waitFor()

  const cards = ['https://example.com/rye', 'https://example.com/wheat']
  const link = 'https://example.com/harbour'
  const ofCard = await open({ facebook: {}, linkedin: {}, threads: {} }, link)
  for (const network of ['facebook', 'linkedin', 'threads'] as const)
    await (await ofCard(network)).locator('[data-preview-card]').getByText('example.com').waitFor()
  const shape = { cards }
  const ofCards = await open({ facebook: shape }, link)
  const facebook = await ofCards('facebook')
  await until('the cards are side by side', async () => {
    return (await facebook.locator('[data-preview-cards] [data-preview-card]').count()) === cards.length
  })
  assert.deepEqual(
    faults.filter((fault) => !fault.includes(sandboxUrl)),
    [],
  )
})

test('a link shows the card of its page once it is typed, and the page is requested once', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const { profileId } = api
  await connectNetworks(api, ['bluesky', 'linkedin', 'x'], { url, sandboxUrl, person })
  const image = await plain(60, 40).png().toBuffer()
  const asked: string[] = []
  const tower = { state: 'read', title: 'The white tower', description: 'Built in 1862.' }
  const none = { state: 'unreadable', title: null, description: null, imageUrl: null }
  await page.route('**/v1/link-card?**', (route) => {
    const link = new URL(route.request().url()).searchParams.get('url') ?? ''
    asked.push(link)
    const imageUrl = `${url}/v1/link-card/image?token=tower`
    return route.fulfill({ json: { url: link, ...(link.endsWith('/tower') ? { ...tower, imageUrl } : none) } })
  })
  await page.route('**/v1/link-card/image?**', (route) => route.fulfill({ contentType: 'image/png', body: image }))
  await page.goto(`${url}/p/${profileId}/compose`)
  const field = page.getByLabel('What do you want to say?')
  await field.pressSequentially('Look: https://example.com/tower', { delay: 20 })
  const card = (await openPreview(page, 'bluesky')).locator('[data-preview-card=read]')
  await card.waitFor()
  assert.deepEqual(await card.locator('.pv-card-words > *').allTextContents(), [
    'example.com',
    'The white tower',
    'Built in 1862.',
  ])
  await until('the image is shown', () => card.locator('img').evaluate((shown) => shown.naturalWidth === 60))
  assert.deepEqual(await listBarriers(page), [])
  // LinkedIn shows no description.
  const linkedin = (await openPreview(page, 'linkedin')).locator('[data-preview-card=read] .pv-card-words > *')
  await linkedin.first().waitFor()
  assert.deepEqual(await linkedin.allTextContents(), ['example.com', 'The white tower'])
  assert.deepEqual(asked, ['https://example.com/tower'])

  await field.fill('Look: https://example.com/gone')
  const plainCard = (await openPreview(page, 'x')).locator('[data-preview-card]')
  await plainCard.getByText('example.com/gone').waitFor()
  await until('the page is requested', async () => asked.length === 2)
  assert.equal(await plainCard.getAttribute('data-preview-card'), '')
  await field.fill('Look again: https://example.com/tower')
  await page.locator('[data-preview=x] [data-preview-card=read]').waitFor()
  assert.deepEqual(asked, ['https://example.com/tower', 'https://example.com/gone'])
  assert.deepEqual(
    faults.filter((fault) => !fault.includes(sandboxUrl)),
    [],
  )
})

test('a preview follows typing, and a response for earlier text does not revert it', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit()
  const { page } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const answers: (() => Promise<void>)[] = []
  await page.route('**/v1/posts/validate', (route) => void answers.push(() => route.continue()))
  const answer = (nth: number) => Promise.all([page.waitForResponse('**/v1/posts/validate'), answers[nth]?.()])
  await page.getByRole('link', { name: 'New post' }).first().click()
  const field = page.getByLabel('What do you want to say?')
  const text = page.locator('[data-preview=bluesky] [data-preview-text]')
  await until('the empty post is checked', async () => answers.length === 1)
  await field.fill('Rye')
  await text.getByText('Rye', { exact: true }).waitFor()
  await page.evaluate(`
    window.lost = []
    new MutationObserver(() => lost.push(document.querySelector('[data-preview-text]')?.textContent))
      .observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await until('the word is checked', async () => answers.length === 2)
  await answer(1)
  await field.fill('Rye and spelt')
  await text.getByText('Rye and spelt', { exact: true }).waitFor()
  await until('both words are checked', async () => answers.length === 3)
  await answer(2)
  await page.locator('[data-preview=bluesky] .border-dashed').waitFor({ state: 'detached' })
  const seen = new Set(await page.evaluate<string[]>('window.lost'))
  assert.deepEqual([...seen], ['Rye', 'Rye and spelt'])
})
