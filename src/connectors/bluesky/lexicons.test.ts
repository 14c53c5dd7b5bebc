import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { jsonToLex, type LexiconDoc, Lexicons } from '@atproto/lexicon'
import type { HttpRequest } from '#connectors/connector.ts'
import { type Driver, mp4, openDriver, png } from '#test/world/bluesky.ts'
import { bluesky } from './index.ts'

/**
 * Validates every request to Bluesky against the schemas that Bluesky publishes (`test/lexicons/`). The sandbox and the
 * connector have the same authors, so they could share mistakes.
 */
const folder = join(import.meta.dirname, '../../../test/lexicons/bluesky')
const lexicons = new Lexicons(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LexiconDoc),
)

let t: Driver
const sent: HttpRequest[] = []
const recording = () => ({
  ...t.http,
  send: (request: HttpRequest) => {
    sent.push(request)
    return t.http.send(request)
  },
})
before(async () => {
  t = await openDriver('alice')
})
after(() => t.sandbox.close())

/** Parameters that a service requires although its lexicon omits them. Bluesky's own app sends them, too. */
const undeclared: Readonly<Record<string, readonly string[]>> = { 'app.bsky.video.uploadVideo': ['did', 'name'] }

const nsidOf = (url: string): string => new URL(url).pathname.split('/xrpc/')[1] ?? ''

/** Returns the parameters of a query, with the types that its schema gives them. */
function paramsOf(nsid: string, search: URLSearchParams): Record<string, unknown> {
  const main = lexicons.getDefOrThrow(nsid)
  const properties = 'parameters' in main ? (main.parameters?.properties ?? {}) : {}
  const declared = [...new Set(search.keys())].filter((name) => !undeclared[nsid]?.includes(name))
  const entries = declared.map((name) => {
    const type = properties[name]?.type
    assert.ok(type, `${nsid} has no parameter ${name}`)
    const all = search.getAll(name)
    if (type === 'array') return [name, all]
    return [name, type === 'integer' ? Number(all[0]) : all[0]]
  })
  return Object.fromEntries(entries)
}

function checkRequest({ method, url, body, headers = {} }: HttpRequest): string {
  const nsid = nsidOf(url)
  const main = lexicons.getDefOrThrow(nsid)
  assert.equal(main.type, method === 'GET' ? 'query' : 'procedure', nsid)
  const params = paramsOf(nsid, new URL(url).searchParams)
  if (Object.keys(params).length > 0) lexicons.assertValidXrpcParams(nsid, params)
  if (main.type !== 'procedure' || main.input === undefined) return nsid
  assert.ok(typeof body === 'string' || main.input.encoding !== 'application/json', `${nsid} needs a body`)
  if (typeof body !== 'string') {
    assert.ok(headers['content-type'], `${nsid} needs the type of its bytes`)
    return nsid
  }
  const input = jsonToLex(JSON.parse(body))
  lexicons.assertValidXrpcInput(nsid, input)
  const { collection, record } = input as { collection?: string; record?: object }
  if (collection) lexicons.assertValidRecord(collection, record)
  return nsid
}

test('every request to Bluesky is valid by its lexicons, including posts of every kind', async () => {
  const http = recording()
  const film = { kind: 'video', contentType: 'video/mp4', width: 640, height: 480, durationMs: 4_000 } as const
  const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(60, 7)])
  const moving = t.file(gif, { contentType: 'image/gif', animated: true })
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, at) => t.file(png(at + 1), { altText: 'A tree' }))
  const settings = { labels: ['nudity'], tags: ['harbour'], replies: 'mentioned' }
  const posts = [
    t.post({ text: '👋 @bob.sandbox #hafen $abc https://example.com/é', language: 'pt-BR', settings }),
    t.post({ text: 'no one may reply', settings: { replies: 'nobody', linkCard: false }, firstComment: 'first' }),
    t.post({ text: 'a card', link: 'https://example.com/harbour' }),
    t.post({ parts: [{ text: 'pictures', media: pictures(4) }] }),
    t.post({ format: 'carousel', parts: [{ text: 'gallery', media: pictures(6) }] }),
    t.post({ parts: [{ text: 'film', media: [t.file(mp4(3), { ...film, altText: 'Waves' })] }] }),
    t.post({ parts: [{ text: 'moving', media: [moving] }] }),
    t.post({ format: 'thread', parts: ['one', 'two', 'three'].map((text) => ({ text, media: [] })) }),
  ]
  const ids: string[] = []
  const [quote = ''] = (await t.run(t.post({ text: 'quoted' }), { http })).shown.map(({ remoteId }) => remoteId)
  posts.push(
    t.post({ text: 'quotes', settings: { quote } }),
    t.post({ parts: [{ text: 'quotes beside', media: pictures(2) }], settings: { quote } }),
  )
  for (const post of posts) ids.push(...(await t.run(post, { http })).shown.flatMap(({ remoteId }) => remoteId ?? []))
  const call = { http, grant: t.grant, signal: new AbortController().signal }
  await bluesky.metrics?.(call, ids)
  await bluesky.recall?.({ ...call, since: new Date(0), ours: async () => true }, posts[0] ?? assert.fail())
  await bluesky.auth.connect?.(http, { identifier: 'bob.sandbox', appPassword: 'sand-boxx-pass-word' })
  await bluesky.auth.whoami(http, t.grant)
  const renewed = await bluesky.auth.refresh?.(http, t.grant)
  if (renewed) await bluesky.auth.revoke?.(http, renewed.grant)

  const checked = new Set(sent.filter(({ url }) => url.includes('/xrpc/')).map(checkRequest))
  assert.deepEqual([...checked].toSorted(), [
    'app.bsky.actor.getProfile',
    'app.bsky.feed.getPosts',
    'app.bsky.video.getJobStatus',
    'app.bsky.video.getUploadLimits',
    'app.bsky.video.uploadVideo',
    'com.atproto.identity.resolveHandle',
    'com.atproto.repo.listRecords',
    'com.atproto.repo.putRecord',
    'com.atproto.repo.uploadBlob',
    'com.atproto.server.createSession',
    'com.atproto.server.deleteSession',
    'com.atproto.server.getServiceAuth',
    'com.atproto.server.getSession',
    'com.atproto.server.refreshSession',
  ])
})

test('a record that violates the lexicons fails validation', () => {
  const record = { $type: 'app.bsky.feed.post', text: 'x'.repeat(301), createdAt: '2026-11-21T08:00:00.000Z' }
  assert.throws(() => lexicons.assertValidRecord('app.bsky.feed.post', record), /300 graphemes/)
})
