import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { toWire } from '#kernel/ids.ts'
import { plain } from '#test/world/pictures.ts'
import { fillPosts } from '../backups/fill-posts.ts'
import { connectAccounts, signUp, uuidOf } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { bearer, send, signIn } from '../tools/http.ts'
import { readOptions } from '../tools/options.ts'
import { freePort } from '../tools/processes.ts'
import { type Document, listComputing, listReads, type World } from './longest-block/widest.ts'

/**
 * Calls every operation that reads or computes, at the largest data size that the limits allow, and at half of it: 200
 * recurring rules each quarter of an hour, 200 skipped runs of one of them, and, where nothing limits them, 8,000
 * posts. Reports the longest time for which each blocked the event loop, as processor time of the main thread.
 *
 *     node bench/under-attack/longest-block.ts [--only NAME] [--posts 8000] [--rules 200]
 */
const options = readOptions({ only: '', posts: 8_000, rules: 200 })
const wantedMs = 50
const tries = 3
const shownMs = 8
/** The maximum size of a fan-out. */
const children = 100

const port = await freePort()
await using stage = await openStage(
  {},
  {
    LOOP_PROBE_PORT: String(port),
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../tools/loop-probe.ts')).href}`,
  },
)
const server = await stage.run('start')
const publisher = await signUp(server, 'Ada')
// The first user is the superadmin. Reads that don't accept an API key use this session.
const session = bearer(await signIn(server.url))
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: children + 1, ofEach: 1 })
const { wire } = accounts[0] ?? {}
if (!wire) throw new Error('accounts are connected')
const { profileId } = wire

interface Measured {
  readonly ms: number
  readonly bytes: number
  readonly status: number
}

const create = async (path: string, body: object): Promise<string> =>
  (await publisher.call<{ id: string }>('POST', path, body)).id
const postId = await create('/v1/posts', { profileId, content: 'Again.', platforms: ['bluesky'], saveAsDraft: true })
const { url: feed } = await publisher.call<{ url: string }>('POST', `/v1/profiles/${profileId}/calendar-feeds`)
const { url: share } = await publisher.call<{ url: string }>('POST', `/v1/posts/${postId}/share-link`, {
  comments: true,
})
const webhookId = await create('/v1/webhooks', { url: 'https://hooks.example.org/', events: ['post.queued'] })
const form = new FormData()
form.set('profileId', profileId)
form.set('file', new Blob([await plain(40, 30).png().toBuffer()], { type: 'image/png' }), 'a.png')
const { id: mediaId } = await publisher.call<{ id: string }>('POST', '/v1/media/upload', form)
const { id: eventId } = await publisher.call<{ id: string }>('POST', `/v1/webhooks/${webhookId}/test`, {})
const { targets } = await publisher.call<{ targets: readonly { id: string }[] }>('GET', `/v1/posts/${postId}`)
const { flags } = await send<{ flags: readonly { readonly key: string }[] }>(
  'GET',
  `${server.url}/v1/admin/feature-flags`,
  session,
)
const first = await measureFirst()
const document = await send<Document>('GET', `${server.url}/openapi.json`)

let rules = 0
let posts = 0
const half = await measureAll(options.posts / 2, options.rules / 2)
const all = await measureAll(options.posts, options.rules)
report()

async function fill(wantedPosts: number, wantedRules: number): Promise<World> {
  const rule = { postId, cron: '*/15 * * * *', timezone: 'Europe/Berlin', startAt: '2030-01-01T00:00:00Z' }
  let ruleId = ''
  for (; rules < wantedRules; rules++) ruleId = await create('/v1/recurring-posts', rule)
  for (let nth = 0; nth < wantedRules; nth++) {
    const at = new Date(Date.parse('2030-01-01T00:00:00Z') + nth * 900_000).toISOString()
    await publisher.call('PATCH', `/v1/recurring-posts/${ruleId}/occurrences/${at}`, { skipped: true })
  }
  const { user, host, database } = stage.connection
  const address = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  await fillPosts(
    address,
    { ownerUid: publisher.ownerUid, profileId: uuidOf('prof', profileId) },
    { from: posts, to: wantedPosts },
  )
  posts = wantedPosts
  // A quarter of them have a time and a long text.
  await sql`
    update post set scheduled_at = '2030-02-01T00:00:00Z', content = repeat(content, 6)
    where scheduled_at is null and content like 'The lighthouse%' and left(md5(id::text), 1) < '4'`.execute(stage.db)
  const { posts: found } = await publisher.call<{ posts: { id: string }[] }>(
    'GET',
    `/v1/posts?profileId=${profileId}&status=draft`,
  )
  return {
    profileId,
    otherProfileIds: [...new Set(accounts.map((account) => account.wire.profileId))].filter((id) => id !== profileId),
    postId,
    ruleId,
    accountId: wire?.id ?? '',
    feedPath: new URL(feed).pathname,
    sharePath: new URL(share).pathname,
    ids: {
      '/v1/webhooks/{id}/deliveries/{deliveryId} deliveryId': eventId,
      '/v1/webhooks/': webhookId,
      '/v1/posts/{id}/targets/{targetId}/read-back targetId': targets[0]?.id ?? '',
      '/v1/media/': mediaId,
      '/v1/admin/users/': toWire('usr', publisher.ownerUid),
      '/v1/admin/email-templates/': 'welcome',
      '/v1/admin/feature-flags/': flags[0]?.key ?? '',
      '/v1/share/p/': share.split('/').at(-1) ?? '',
    },
    drafts: found.map(({ id }) => id).filter((id) => id !== postId),
  }
}

async function measureAll(wantedPosts: number, wantedRules: number): Promise<ReadonlyMap<string, Measured>> {
  const world = await fill(wantedPosts, wantedRules)
  const calls = [...listReads(document, world), ...listComputing(world)].filter(({ name }) =>
    name.includes(options.only),
  )
  const found = new Map<string, Measured>()
  for (const { name, method, path, body, type = 'application/json' } of calls) {
    const measured: Measured[] = []
    for (let nth = 0; nth < tries; nth++) {
      await sleep(30)
      await readProbe()
      const headers = method === 'GET' ? session : publisher.headers
      const answer = await fetch(server.url + path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        redirect: 'manual',
      })
      const { byteLength: bytes } = await answer.arrayBuffer()
      measured.push({ status: answer.status, bytes, ms: await readProbe() })
    }
    // The first call compiles code; of the others, the minimum is closest to the cost of the call itself. An export is
    // returned only once.
    const answered = measured.filter(({ status }) => status < 400)
    const counted = answered.length > 1 ? answered.slice(1) : answered.length === 1 ? answered : measured
    found.set(
      name,
      counted.reduce((least, one) => (one.ms < least.ms ? one : least)),
    )
  }
  return found
}

/**
 * Measures documents that are generated on their first request, since everyone else would wait for the first reader.
 */
async function measureFirst(): Promise<ReadonlyMap<string, Measured>> {
  const found = new Map<string, Measured>()
  for (const path of ['/openapi.json', '/docs/', '/docs/guides/settings', '/docs/errors']) {
    await sleep(30)
    await readProbe()
    const answer = await fetch(server.url + path)
    const { byteLength: bytes } = await answer.arrayBuffer()
    found.set(`first ${path}`, { status: answer.status, bytes, ms: await readProbe() })
  }
  return found
}

async function readProbe(): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/`)).text())
}

function report(): void {
  const rows = [...first, ...all].sort(([, a], [, b]) => b.ms - a.ms)
  for (const [name, { ms, bytes, status }] of rows) {
    if (ms < shownMs) continue
    const before = half.get(name)
    const growth = before
      ? `${(ms / before.ms).toFixed(1)} × while its answer grew ${(bytes / before.bytes).toFixed(1)} ×`
      : ''
    console.log(
      `${name.padEnd(44)} ${String(status)} ${ms.toFixed(1).padStart(7)} ms ${String(bytes).padStart(9)} bytes  ${growth}${ms > wantedMs ? '  over 50 ms' : ''}`,
    )
  }
  const over = rows.filter(([, { ms }]) => ms > wantedMs).length
  const refused = rows.filter(([, { status }]) => status >= 400).map(([name, { status }]) => `${name} ${status}`)
  console.log(`${rows.length} operations, ${over} of them over ${wantedMs} ms (wanted: 0)`)
  console.log(`refused, so that only their refusal is measured: ${refused.join(', ') || 'none'}`)
  if (over > 0) process.exitCode = 1
}
