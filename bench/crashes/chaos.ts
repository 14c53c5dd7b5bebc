import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { noise } from '#test/world/pictures.ts'
import type { Recorded } from '../events/webhooks/plan.ts'
import { connectAccounts, signUp } from '../posts/people.ts'
import { allNetworks, type Publisher } from '../posts/publisher.ts'
import { readLedger } from '../posts/sandbox.ts'
import { createSay } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'
import { type Api, createApi } from './chaos/api.ts'
import { causeDisasters, type Toll } from './chaos/disasters.ts'
import { createLuck } from './chaos/luck.ts'
import { countOpen, type NursePlan, nurse, settle } from './chaos/nurse.ts'
import { report } from './chaos/report.ts'
import type { Subject } from './chaos/subject.ts'
import { actAsUsers } from './chaos/users.ts'
import { judge } from './chaos/verdict.ts'
import { countStruck, makeWeather } from './chaos/weather.ts'
import { openWorld, type World } from './chaos/world.ts'

/**
 * Causes all kinds of failure at once. Two API processes and three workers publish on nine networks; processes are
 * killed and frozen, connections are cut, PostgreSQL is killed, the networks fail in each way that the sandbox knows,
 * and users edit, cancel, delete and retry. Then the bench compares what the networks received with the database and
 * with the responses to users.
 *
 *     node bench/crashes/chaos.ts [--quick] [--seed 7] [--posts 2000] [--seconds 240] [--logs DIR]
 */
const {
  quick,
  seed,
  posts,
  seconds: weatherSeconds,
  logs,
} = readOptions({
  quick: false,
  seed: Math.floor(Math.random() * 1_000_000),
  posts: [250, 2_000],
  seconds: [30, 240],
  logs: null,
})
const weatherMs = weatherSeconds * 1_000
const profileCount = quick ? 4 : 12
/**
 * The settle time: Bluesky is queried immediately; Facebook only when a lost call can no longer take effect, after 80
 * s.
 */
const settleMs = quick ? 120_000 : 180_000
const aftermathMs = quick ? 20_000 : 40_000
const run = seed.toString(36)
const say = createSay()

say(`seed ${seed}: ${posts} posts in ${weatherMs / 1_000} s`)
if (logs) await mkdir(logs, { recursive: true })
await using world = await openWorld(logs)
const publisher = await signUp({ ...world.sandbox, url: world.url })
await publisher.call('POST', '/v1/webhooks', {
  url: `${world.receiver.ready.url}/all`,
  events: ['post.queued', 'post.published', 'post.partial', 'post.failed', 'post.needs_attention'],
})
// Posts here are published to several networks, and YouTube accepts only videos.
const networks = allNetworks.filter((one) => one !== 'youtube')
const accounts = await connectAccounts(publisher, world.sandbox, {
  profiles: profileCount,
  ofEach: 1,
  networks,
  files: { picture: await noise(80, 60).jpeg().toBuffer() },
})
say(`${accounts.length} accounts on ${networks.length} networks; faults begin`)
const api = createApi(world.url, publisher.headers)
const { subjects, toll, plan } = await endure(world, publisher, api)
say('no more faults; waiting for all work to end')
const isSettled = await settle(plan, settleMs)
if (!isSettled) say(`not everything ended within ${settleMs / 1_000} s`)
await world.receiver.end()
const verdict = await judge(world.db, {
  run,
  subjects,
  ledger: await readLedger(world.direct),
  received: await readReceived(world.received),
})
const faults = await countStruck(world.direct)
const harm = report({ verdict, toll, faults, subjects, api, fallen: [...world.apis, ...world.workers] })
say(harm === 0 && isSettled ? 'no violations' : `harm: ${harm} (seed ${seed})`)
if (harm > 0 || !isSettled) process.exitCode = 1

interface Endured {
  readonly subjects: readonly Subject[]
  readonly toll: Toll
  readonly plan: NursePlan
}

async function endure(at: World, by: Publisher, through: Api): Promise<Endured> {
  const until = performance.now() + weatherMs
  let isOver = false
  const isCalm = (): boolean => performance.now() > until
  const known = new Map<string, Subject>()
  const nursing: NursePlan = { world: at, api: through, publisher: by, accounts, subjects: known }
  const weather = makeWeather(at.direct, createLuck(seed + 1), () => isOver)
  const nursed = nurse(nursing, 4_000, () => isOver)
  try {
    const users = actAsUsers({
      api: through,
      luck: createLuck(seed),
      run,
      posts,
      spreadMs: weatherMs * 0.85,
      profiles: [...Map.groupBy(accounts, ({ profileId }) => profileId).values()],
      onWritten: (subject) => known.set(subject.id, subject),
    })
    const [all, suffered] = await Promise.all([users, causeDisasters(at, { seed, isOver: isCalm })])
    say(`no more kills or cuts; responses are still lost; ${await countOpen(at.db)} to do`)
    await waitUntilFew(at)
    return { subjects: all, toll: suffered, plan: nursing }
  } finally {
    isOver = true
    await Promise.all([weather, nursed])
  }
}

/** Waits until few posts are left. Posts delayed while everything was down also encounter lost responses. */
async function waitUntilFew({ db }: World): Promise<void> {
  for (const until = performance.now() + aftermathMs; performance.now() < until; await sleep(500))
    if ((await countOpen(db)) < posts / 10) return
}

async function readReceived(file: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const line of createInterface({ input: createReadStream(file) }))
    ids.add((JSON.parse(line) as Recorded).headers['webhook-id'] ?? '')
  return ids
}
