import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadConfig } from '#app/config.ts'
import { createDeps } from '#app/deps.ts'
import { inTx } from '#infra/db/client.ts'
import { createLog } from '#infra/log/log.ts'
import { fromWire, newId, type ProfileId, type UserId } from '#kernel/ids.ts'
import { quantile } from '../posts/sandbox.ts'
import { openStage } from '../posts/stage.ts'
import { cpuSeconds, rssMb, type Started, startServer, tree } from '../tools/processes.ts'
import { type Listener, type Place, startListener } from './stream/listener.ts'

/**
 * Measures how late events reach listeners: a thousand streams on two `posthorn api`, twenty for each user, half of
 * them on each; a third process writes. Most events belong to one user and go to twenty streams; every tenth belongs to
 * a profile that is shared with everyone and goes to all. Some readers disconnect every few seconds and continue on the other process from their last event. The delay is from just before the commit until the bytes are read. At the end, each stream must have received each event once, and none of another user's.
 *
 *     node bench/events/stream.ts [--readers 1000] [--seconds 30] [--rate 20] [--restless 0.1]
 */
const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '20' },
    restless: { type: 'string', default: '0.1' },
  },
})
const readerCount = Number(values.readers)
const total = Math.round(Number(values.seconds) * Number(values.rate))
const perPerson = 20
const peopleCount = Math.ceil(readerCount / perPerson)
const sharedEvery = 10
const wantedP99Ms = 500
const patienceMs = 15_000

interface Person {
  readonly uid: UserId
  readonly profileId: ProfileId
  readonly token: string
}

await using stage = await openStage()
const env = { ...stage.env, SIGN_IN_ATTEMPTS_PER_MINUTE: '10000' }
const startNode = () => startServer(['bin/posthorn.mjs', 'api'], env)
await using here = await startNode()
await using there = await startNode()
const nodes = [here, there] as const
const deps = await createDeps({
  config: loadConfig({ ...stage.env, SANDBOX: 'off' }),
  connection: stage.connection,
  directConnection: stage.connection,
  log: createLog({ level: 'error' }),
  connections: 4,
})
const listeners: Listener[] = []
try {
  const people = await Promise.all(Array.from({ length: peopleCount }, (_, nth) => settle(nth)))
  const [first] = people
  if (!first) throw new Error('at least one reader is required')
  const shared: Person = { ...first, profileId: await profileOf(here.url, first.token) }
  const others = people.slice(1).map(({ uid }) => ({ profileId: shared.profileId, uid }))
  if (others.length > 0)
    await stage.db
      .insertInto('profileMember')
      .values(others.map((one) => ({ ...one, role: 'viewer', createdAt: new Date() })))
      .execute()

  // The starting event for readers that leave before another arrives.
  for (const person of people) await write(person, 'before', () => {})

  const writtenAt: number[] = []
  const late: number[] = []
  const openedFrom = performance.now()
  for (let nth = 0; nth < readerCount; nth++) {
    const place: Place = {
      urls: [nodes[nth % 2]!.url, nodes[(nth + 1) % 2]!.url],
      token: people[nth % peopleCount]!.token,
    }
    const isRestless = nth < readerCount * Number(values.restless)
    const hear = (event: number, at: number) => void late.push(at - (writtenAt[event] ?? Number.NaN))
    listeners.push(startListener(place, { total, isRestless, hear }))
    if (nth % 20 === 19) await Promise.all(listeners.slice(-20).map(({ opened }) => opened))
  }
  await Promise.all(listeners.map(({ opened }) => opened))
  console.log(`${readerCount} streams of ${peopleCount} people opened in ${secondsSince(openedFrom)} s`)

  const cpuBefore = nodes.map(cpuOf)
  const writingFrom = performance.now()
  const isShared = (event: number) => event % sharedEvery === 0
  const ownerOf = (event: number) => (isShared(event) ? shared : people[event % peopleCount]!)
  for (let event = 0; event < total; event++) {
    await sleep(Math.max(0, writingFrom + (event / total) * Number(values.seconds) * 1_000 - performance.now()))
    await write(ownerOf(event), `event-${event}`, () => {
      writtenAt[event] = performance.now()
    })
  }
  const expected = listeners.map((_, nth) =>
    Array.from({ length: total }, (__, event) => isShared(event) || ownerOf(event) === people[nth % peopleCount]),
  )
  const missing = () =>
    listeners.reduce(
      (sum, { counts }, nth) =>
        sum + expected[nth]!.filter((isTheirs, event) => isTheirs && counts[event] === 0).length,
      0,
    )
  const deadline = performance.now() + patienceMs
  while (missing() > 0 && performance.now() < deadline) await sleep(100)
  // Time for duplicates to arrive.
  await sleep(1_000)
  const [seconds, lost] = [Number(secondsSince(writingFrom)), missing()]
  let [received, repeated, foreign, breaks] = [0, 0, 0, 0]
  for (const [nth, { counts, reconnected }] of listeners.entries()) {
    breaks += reconnected
    for (const [event, times] of counts.entries()) {
      received += times
      if (!expected[nth]![event]) foreign += times
      else if (times > 1) repeated += times - 1
    }
  }
  const ms = (part: number) => quantile(late, part).toFixed(0)
  console.log(
    `${total} events in ${values.seconds} s, received ${received} times; readers reconnected to the other process ${breaks} times`,
  )
  console.log(
    `from commit to receipt, live: p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms (wanted: under ${wantedP99Ms}), most ${ms(1)} ms`,
  )
  console.log(`missing ${lost}, repeated ${repeated}, of others ${foreign} (wanted: 0, 0, 0)`)
  for (const [nth, node] of nodes.entries()) {
    const cores = (cpuOf(node) - (cpuBefore[nth] ?? 0)) / seconds
    console.log(`node ${nth + 1}: ${cores.toFixed(2)} of a core, ${memoryOf(node).toFixed(0)} MB`)
  }
  if (lost + repeated + foreign > 0 || quantile(late, 0.99) >= wantedP99Ms) process.exitCode = 1
} finally {
  for (const { stop } of listeners) stop()
  await deps.close()
}

async function settle(nth: number): Promise<Person> {
  const { url } = nodes[nth % 2]!
  const body = { email: `person-${nth}@example.org`, password: 'the gulls of November', name: `Person ${nth}` }
  const { token, user } = await send<{ token: string; user: { uid: string } }>(`${url}/v1/auth/sign-up`, '', body)
  const profileId = await profileOf(url, token)
  const { key } = await send<{ key: string }>(`${url}/v1/api-keys`, token, {
    name: 'bench',
    scopes: ['webhooks:read', 'profiles:write'],
  })
  return { uid: fromWire('usr', user.uid) as UserId, profileId, token: key }
}

async function profileOf(url: string, token: string): Promise<ProfileId> {
  const { id } = await send<{ id: string }>(`${url}/v1/profiles`, token, { name: 'shop' })
  return fromWire('prof', id) as ProfileId
}

/** Writes an event in its own transaction. */
async function write({ uid, profileId }: Person, handle: string, beforeCommit: () => void): Promise<void> {
  const accountId = newId<'acc'>(new Date())
  const event = { type: 'account.connected', ownerUid: uid, profileId, accountId, network: 'bluesky', handle } as const
  await inTx(deps.db, async (tx) => {
    await deps.emit(tx, event)
    beforeCommit()
  })
}

async function send<Answer>(url: string, token: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}

function cpuOf({ child }: Started): number {
  return tree(child.pid ?? 0).reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
}

function memoryOf({ child }: Started): number {
  return tree(child.pid ?? 0).reduce((sum, { pid }) => sum + rssMb(pid), 0)
}
