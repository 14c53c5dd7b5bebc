import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { ReceiverPlan, ReceiverSaid } from '../events/webhooks/plan.ts'
import { connectAccounts, signUp, uuidOf } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import { openStage } from '../posts/stage.ts'
import { startChild } from '../tools/children.ts'
import { quantile } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'
import { hostilities } from './hostile-neighbour/hostilities.ts'
import { type Neighbour, type Noticed, work } from './hostile-neighbour/neighbour.ts'
import type { AttackPlan, AttackSaid, Target } from './hostile-neighbour/plan.ts'

/**
 * Measures what one tenant can do to another at the highest rate that its limits allow. A neighbor reads, writes,
 * uploads, publishes and receives webhooks: alone, then during each attack, then during all of them.
 *
 *     node bench/under-attack/hostile-neighbour.ts [--quick] [--only texts,json]
 */
const { quick, only } = readOptions({ quick: false, only: [] })
const names = Object.keys(hostilities).filter((name) => only.length === 0 || only.includes(name))
const eachMs = quick ? 6_000 : 12_000
const restMs = quick ? 2_000 : 4_000
const wantedRatio = 2
/** The maximum delay from due time to start for a post that counts as on time. */
const onTimeMs = 2_000
/** The maximum time that an image of the neighbor may take. */
const uploadMs = 2_000

await using stage = await openStage({}, { RATE_LIMIT_PER_MINUTE: '600', ALLOW_PRIVATE_WEBHOOKS: 'true' })
const server = await stage.run('start')
const plan: ReceiverPlan = { file: null, latencyMs: [5, 25], flaps: null, tells: true }
await using receiver = await startChild<ReceiverSaid>('events/webhooks/receiver', plan)
const neighbour = await settle()
const target = await settleAttacker()
/** The arrival time of each post's webhook. */
const arrivedAt = new Map<string, number>()
receiver.onSaid(({ arrivals }) => {
  for (const [post, , atMs] of arrivals) arrivedAt.set(post, atMs)
})

// A server that has just started is slower than one that has compiled its code.
await measure([], eachMs * 2)
const calm = await measure([], eachMs)
report('calm', calm)
let isWorse = false
for (const name of names)
  isWorse = report(name, await measure([name], Math.max(eachMs, hostilities[name]?.lastsMs ?? 0))) || isWorse
if (names.length > 1) isWorse = report('together', await measure(names, eachMs)) || isWorse
report('calm again', await measure([], eachMs))
if (isWorse) process.exitCode = 1

interface Measured {
  readonly noticed: Noticed
  readonly lateMs: readonly number[]
  readonly notOut: number
  readonly webhooksMs: readonly number[]
  readonly untold: number
  readonly attack: Readonly<Record<string, number>>
}

async function measure(attacks: readonly string[], forMs: number): Promise<Measured> {
  const attackPlan: AttackPlan = { target, names: attacks }
  const attacker =
    attacks.length === 0 ? null : await startChild<AttackSaid>('under-attack/hostile-neighbour/attacker', attackPlan)
  let attack: AttackSaid['statuses'] = {}
  attacker?.onSaid(({ statuses }) => {
    attack = statuses
  })
  // Waits until the attacker's work has piled up.
  if (attacker) await sleep(2_000)
  const noticed = await work(neighbour, forMs)
  await attacker?.end()
  await untilOut(noticed.posts)
  const rows = await outcomesOf(noticed.posts)
  await sleep(restMs)
  return {
    noticed,
    lateMs: rows.flatMap(({ lateMs }) => lateMs ?? []),
    notOut: rows.filter(({ publishedAtMs }) => publishedAtMs === null).length,
    webhooksMs: rows.flatMap(({ id, publishedAtMs }) => {
      const at = arrivedAt.get(id)
      return at === undefined || publishedAtMs === null ? [] : at - publishedAtMs
    }),
    untold: rows.filter(({ id }) => !arrivedAt.has(id)).length,
    attack,
  }
}

interface Outcome {
  readonly id: string
  readonly lateMs: number | null
  readonly publishedAtMs: number | null
}

async function outcomesOf(posts: readonly string[]): Promise<Outcome[]> {
  const ids = posts.map((post) => uuidOf('post', post))
  const { rows } = await sql<{ id: string; lateMs: number | null; publishedAtMs: number | null }>`
    select p.id, extract(epoch from min(c.begun_at) - min(b.wanted_at))::float8 * 1000 as late_ms,
      extract(epoch from p.published_at)::float8 * 1000 as published_at_ms
    from post p
    left join post_target t on t.post_id = p.id
    left join publication b on b.id = t.publication_id
    left join publication_call c on c.publication_id = b.id
    where p.id = any(${ids}::uuid[]) group by p.id`.execute(stage.db)
  const wire = new Map(ids.map((id, at) => [id, posts[at] ?? '']))
  return rows.map((row) => ({ ...row, id: wire.get(row.id) ?? row.id }))
}

async function untilOut(posts: readonly string[]): Promise<void> {
  const until = performance.now() + 15_000
  for (;;) {
    const rows = await outcomesOf(posts)
    const isDone = rows.every(({ id, publishedAtMs }) => publishedAtMs !== null && arrivedAt.has(id))
    if (isDone || performance.now() > until) return
    await sleep(250)
  }
}

/** Prints the figures. Returns true if the neighbor was affected more than allowed. */
function report(name: string, measured: Measured): boolean {
  const { noticed, lateMs, notOut, webhooksMs, untold, attack } = measured
  const p99 = quantile(noticed.latenciesMs, 0.99)
  const ratio = p99 / quantile(calm.noticed.latenciesMs, 0.99)
  const kinds = Object.entries(noticed.latenciesByKind).map(([kind, ms]) => `${kind} ${quantile(ms, 0.99).toFixed(0)}`)
  const unavailable = noticed.statuses[503] ?? 0
  const others = Object.entries(noticed.statuses).filter(([status]) => !/^2|^503$/.test(status))
  const latePosts = lateMs.filter((ms) => ms > onTimeMs).length + notOut
  const slowestMs = Math.max(0, ...noticed.latenciesByKind.upload)
  const figures = [
    `p50 ${quantile(noticed.latenciesMs, 0.5).toFixed(0)} ms`,
    `p99 ${p99.toFixed(0)} ms (${kinds.join(', ')})`,
    `${ratio.toFixed(1)} times calm`,
    `slowest image ${slowestMs.toFixed(0)} ms`,
    `503: ${unavailable}`,
    `posts p99 ${quantile(lateMs, 0.99).toFixed(0)} ms late (${latePosts} of ${noticed.posts.length} over ${onTimeMs / 1_000} s or not out)`,
    `webhooks p99 ${quantile(webhooksMs, 0.99).toFixed(0)} ms (${untold} not delivered)`,
  ]
  console.log(`${name.padEnd(12)} ${figures.join('  ')}`)
  const responded = (statuses: Readonly<Record<string, number>>) =>
    Object.entries(statuses).map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
  if (others.length > 0)
    console.log(`${''.padEnd(12)} the neighbour was answered ${responded(noticed.statuses).join(', ')}`)
  if (Object.keys(attack).length > 0)
    console.log(`${''.padEnd(12)} the attacker was answered ${responded(attack).join(', ')}`)
  return ratio > wantedRatio || slowestMs > uploadMs || unavailable > 0 || latePosts > 0
}

async function settle(): Promise<Neighbour> {
  const publisher = await signUp(server)
  const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: 2, ofEach: 5 })
  await publisher.call('POST', '/v1/webhooks', { url: `${receiver.ready.url}/hook`, events: ['post.published'] })
  const create = { width: 800, height: 600, channels: 3 as const, background: '#4080a0' }
  const picture = await sharp({ create }).jpeg().toBuffer()
  return { url: server.url, publisher, keys: await keysOf(publisher, 4), accounts, picture }
}

async function settleAttacker(): Promise<Target> {
  const publisher = await signUp(server, 'Mallory')
  const [account] = await connectAccounts(publisher, stage.sandbox, { profiles: 1, ofEach: 1 })
  if (!account) throw new Error('nothing was connected')
  const [key] = await keysOf(publisher, 1)
  return {
    url: server.url,
    headers: { authorization: `Bearer ${key}` },
    profileId: account.wire.profileId,
    victim: 'ada@example.org',
  }
}

async function keysOf(publisher: Publisher, count: number): Promise<string[]> {
  const scopes = ['profiles:read', 'posts:read', 'posts:write', 'posts:publish', 'media:write']
  const keys: string[] = []
  for (let nth = 0; nth < count; nth++)
    keys.push((await publisher.call<{ key: string }>('POST', '/v1/api-keys', { name: `key ${nth}`, scopes })).key)
  return keys
}
