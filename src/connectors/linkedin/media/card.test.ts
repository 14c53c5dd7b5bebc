import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Answer, Connector, HttpRequest, JsonObject } from '#connectors/connector.ts'
import { linkedin as network } from '#test/connector-suite/networks/linkedin.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { noise, plain } from '#test/world/pictures.ts'
import { linkedin } from '../index.ts'

const connector: Connector = linkedin
const link = 'https://example.com/harbour'

async function start(t: TestContext) {
  const stand = await openStand(t, 'linkedin', network.ledgerName)
  const signedIn = await signIn(stand, network, 'alice')
  const pages = new Map<string, { readonly type: string; readonly body: Buffer }>()
  const contents: JsonObject[] = []
  const foreign: HttpRequest[] = []
  stand.standBetween(async (request, send): Promise<Answer> => {
    if (request.foreign) {
      foreign.push(request)
      const page = pages.get(request.url)
      if (page) return { status: 200, headers: { 'content-type': page.type }, body: page.body }
    } else if (request.name === 'createPost') contents.push(JSON.parse(String(request.body)).content ?? null)
    return send(request)
  })
  const write = (head: string) => pages.set(link, { type: 'text/html', body: Buffer.from(`<head>${head}</head>`) })
  const draw = (url: string, body: Buffer) => pages.set(url, { type: 'image/png', body })
  async function goOut(text: string, more: Parameters<typeof postOf>[2] = {}) {
    const walker = walkerOf(stand, signedIn, postOf(signedIn, text, more))
    const { failure, error } = await walker.toEnd()
    assert.deepEqual([failure, error], [null, null])
    return { walker, article: (contents.at(-1)?.article ?? null) as JsonObject | null }
  }
  return { stand, signedIn, write, draw, goOut, foreign }
}

test('a link in the text gets a card with its page’s metadata, since LinkedIn does not read pages', async (t) => {
  const { stand, write, draw, goOut, foreign } = await start(t)
  write(
    '<meta property="og:title" content="Ships &amp; harbours"><meta name=description content="Old ones"><meta property="og:image" content="/a.png">',
  )
  draw('https://example.com/a.png', await plain(60, 40).png().toBuffer())
  const { walker, article } = await goOut(`Look at ${link} today`)
  assert.deepEqual([article?.source, article?.title, article?.description], [link, 'Ships & harbours', 'Old ones'])
  assert.match(String(article?.thumbnail), /^urn:li:image:/)
  assert.deepEqual(walker.warnings, [])
  const [entry] = stand.seen('alice')
  assert.deepEqual(
    [entry?.text, entry?.media.map(({ kind, url }) => [kind, url])],
    [`Look at ${link} today`, [['link', link]]],
  )
  assert.ok(
    foreign.every(({ headers = {} }) => headers.authorization === undefined),
    'the page never receives the token',
  )
})

test('if a page is unreadable or untitled, the post is published without a card and with a warning', async (t) => {
  const { stand, write, goOut } = await start(t)
  const unread = await goOut(`First ${link}`)
  assert.deepEqual(
    [unread.article, unread.walker.warnings],
    [null, [`${link} has no card: the page could not be read.`]],
  )
  write('<meta charset=utf-8>')
  const untitled = await goOut(`Second ${link}`)
  assert.deepEqual(
    [untitled.article, untitled.walker.warnings],
    [null, [`${link} has no card: the page has no title.`]],
  )
  assert.equal(stand.seen('alice').length, 2)
})

test('an image that is invalid, refused or cannot be processed is omitted from the card, with a warning', async (t) => {
  const { stand, write, draw, goOut } = await start(t)
  write('<title>Harbour</title><meta property="og:image" content="/a.png">')
  const ends = [
    () => draw('https://example.com/a.png', Buffer.from('<svg>')),
    async () => {
      draw('https://example.com/a.png', await plain(60, 40).png().toBuffer())
      stand.fault({ kind: 'reject', call: 'initializeImage' })
    },
    async () => assert.equal(stand.sandbox.network('linkedin').settings.change({ maxImageBytes: 10 }), null),
  ]
  for (const [at, prepare] of ends.entries()) {
    await prepare()
    const { walker, article } = await goOut(`Picture ${at} ${link}`)
    assert.deepEqual(article, { source: link, title: 'Harbour' })
    assert.match(walker.warnings.join(), /has no image: we couldn’t use the page’s image\.$/)
  }
})

test('the author’s link fields override the page’s metadata, and cards can be turned off', async (t) => {
  const { write, draw, goOut, foreign } = await start(t)
  write('<title>Theirs</title><meta name=description content="Of the page"><meta property="og:image" content="/a.png">')
  draw('https://example.com/a.png', await noise(60, 40).png().toBuffer())
  const { article } = await goOut('Mine', { link, settings: { article: { title: 'Ours' } } })
  assert.deepEqual([article?.title, article?.description], ['Ours', 'Of the page'])
  assert.match(String(article?.thumbnail), /^urn:li:image:/)
  const long = 'x'.repeat(500)
  write(`<title>${long}</title>`)
  assert.equal(String((await goOut(`Long ${link}`)).article?.title).length, 400)
  foreign.length = 0
  assert.equal((await goOut(`None ${link}`, { settings: { linkCard: false } })).article, null)
  assert.deepEqual(foreign, [])
})

test('scope_missing: a first comment without the scope for comments is refused at the check', async (t) => {
  const stand = await openStand(t, 'linkedin')
  const errorsOf = async (scopes: readonly string[], products: readonly string[]) => {
    assert.equal(stand.sandbox.network('linkedin').settings.change({ products }), null)
    const requested = { ...connector, auth: { ...connector.auth, scopes } }
    const signedIn = await signIn(stand, { connector: requested, signsIn: {} }, 'alice')
    const outgoing = postOf(signedIn, 'above', { firstComment: 'below' })
    return validate({ connector, outgoing, planFit: () => ({ action: 'as-is' }) }).errors
  }
  const [error, ...others] = await errorsOf(['openid', 'profile', 'w_member_social'], ['openid', 'share'])
  assert.deepEqual([error?.code, error?.path, others], ['scope_missing', '/firstComment', []])
  assert.deepEqual(await errorsOf(connector.auth.scopes ?? [], ['community']), [])
})
