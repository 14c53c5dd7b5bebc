import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Network } from '#rules/network-names.ts'
import { addFault, readLedger } from '../../posts/sandbox.ts'
import { send } from '../../tools/http.ts'
import { until } from '../../tools/until.ts'
import { countUp, type Seen, type Tally } from './count.ts'
import type { Behaviour, Entry } from './network.ts'
import { classes, type NetworkPlan, realNetworks, timing, type WorkerPlan } from './plan.ts'
import { comment } from './replies.ts'
import { latencyOf, type Scenario } from './scenarios.ts'
import { type Placed, type PlacedTarget, place, type Stage, submit } from './stage.ts'
import { cutBy, endWorkersOf, type Family, startWorker } from './workers.ts'

export interface Surroundings extends Family {
  readonly stage: Stage
  readonly networkUrl: string
  readonly sandboxUrl: string
  /** The number of targets on each network of the bench; the sandbox's two networks have half each. */
  readonly count: number
  /** Returns people of the sandbox, each only once. */
  nextPerson(count: number): number
}

export interface Result {
  readonly tallies: readonly Tally[]
  /** The time from the end of each worker until another worker had its lanes. */
  readonly takeoversMs: readonly number[]
  /** The time from the end of the first worker until nothing was open. */
  readonly settledMs: number
  readonly cut: number
  readonly faults: readonly string[]
}

const halves = ['a', 'b'] as const
const isOf =
  (half: string) =>
  ({ network }: Placed): boolean =>
    network.id.endsWith(`.${half}`)
const boundMs = 170_000
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const quietMs = 2_500

export async function runScenario(scenario: Scenario, around: Surroundings): Promise<Result> {
  const { stage } = around
  const placed = await placeAll(scenario, around)
  // Each worker has its own networks, or the first would claim everything.
  const doomed = await Promise.all(halves.map((half) => startDoomed(scenario, placed.filter(isOf(half)), around)))
  const beganAt = performance.now()
  const targets = await submit(stage, scenario.name, placed)

  const faults: string[] = []
  let cut = 0
  let takeoversMs: number[] = []
  let endedAt = beganAt
  if (scenario.end) {
    const ends = await meetEnd(scenario, doomed, placed, around)
    endedAt = Math.min(...ends)
    const left = await openLanes(stage, targets, ends)
    cut = sum(doomed.map(cutBy)) || left.length
    await Promise.all(halves.map(() => startWorker(planFor(stage, placed, null), scenario.name, around)))
    takeoversMs = await watchTakeovers(stage, left)
    if (scenario.end.by === 'probe' && scenario.end.action === 'stop')
      await wakeZombies(doomed, stage, targets, endedAt)
  }
  await settled(stage, targets, beganAt)
  await sleep(1_500)
  const settledMs = await lastEnd(stage, targets, endedAt)
  const ledgers = await readLedgers(placed, around)
  const tallies = await countUp(
    stage,
    scenario,
    placed.map(({ network }) => network),
    targets,
    ledgers.entries,
  )
  faults.push(...ledgers.faults, ...(await odd(stage, targets)))
  await endWorkersOf(scenario.name, around)
  return { tallies, takeoversMs, settledMs, cut, faults }
}

export const planFor = (stage: Stage, placed: readonly Placed[], end: WorkerPlan['end']): WorkerPlan => ({
  connection: stage.connection,
  secretKey: stage.secretKey,
  dataDir: stage.dataDir,
  networks: placed.map(({ network, addresses }) => ({ ...network, addresses })),
  end,
})

function startDoomed({ name, end }: Scenario, placed: readonly Placed[], around: Surroundings): Promise<ChildProcess> {
  if (end?.by !== 'probe') return startWorker(planFor(around.stage, placed, null), name, around)
  const { at, action } = end
  // The whole process reaches these two points only once.
  const isOne = at === 'stopping' || at === 'before-beat'
  const most = sum(placed.map(({ accounts }) => accounts.length))
  const expected = isOne ? 1 : most
  return startWorker(planFor(around.stage, placed, { at, action, expected, most, quietMs }), name, around)
}

async function placeAll(scenario: Scenario, around: Surroundings): Promise<Placed[]> {
  const { stage, networkUrl, sandboxUrl, count, nextPerson } = around
  const { parts = 1, uploads = false, end = null, fault = null } = scenario
  const hold = end?.by === 'network' ? end.hold : null
  const placed: Placed[] = []
  for (const half of halves) {
    for (const kind of scenario.classes ?? classes) {
      const id = `${scenario.name}~${kind}.${half}` as Network
      const halvesApartMs = hold === 'half-request' ? 3_500 : 0
      const behaviour: Behaviour = { class: kind, hold, fault, latencyMs: latencyOf(scenario) }
      await send('POST', `${networkUrl}/control/${encodeURIComponent(id)}`, {}, behaviour)
      const network: NetworkPlan = { id, kind, count: Math.ceil(count / 2), parts, uploads, halvesApartMs }
      placed.push(await place(stage, network, { api: `${networkUrl}/${encodeURIComponent(id)}` }, 0))
    }
    if (scenario.sandbox === null || scenario.classes) continue
    // A reply has one part.
    const works = parts === 1 ? (['posts', 'replies'] as const) : (['posts'] as const)
    for (const [kind, work] of (scenario.real ?? realNetworks).flatMap((one) =>
      works.map((each) => [one, each] as const),
    )) {
      const people = Math.ceil(count / 4)
      const first = nextPerson(people)
      const name = work === 'replies' ? `${kind}-reply` : kind
      const id = `${scenario.name}~${name}.${half}` as Network
      const network: NetworkPlan = {
        id,
        kind,
        count: people,
        parts,
        uploads: false,
        halvesApartMs: 0,
        ...(work === 'replies' ? { replies: true } : {}),
      }
      const answered = work === 'replies' ? { comment: await comment(sandboxUrl, kind) } : {}
      placed.push({ ...(await place(stage, network, { api: `${sandboxUrl}/${kind}` }, first)), ...answered })
      const call = kind === 'bluesky' ? 'putRecord' : 'createStatus'
      for (let no = 0; scenario.sandbox && no < people; no++) {
        const account = `user-${first + no}`
        await addFault({ url: sandboxUrl }, { ...scenario.sandbox, network: kind, account, call, times: 1 })
      }
    }
  }
  return placed
}

/** Waits until each doomed worker has ended. */
async function meetEnd(
  { end }: Scenario,
  doomed: readonly ChildProcess[],
  placed: readonly Placed[],
  around: Surroundings,
): Promise<number[]> {
  if (end?.by === 'network') {
    await untilHeld(placed, around)
    for (const child of doomed) child.kill('SIGKILL')
    for (const { network } of placed)
      await send('POST', `${around.networkUrl}/release/${encodeURIComponent(network.id)}`, {}, {})
  } else if (end?.signal) {
    await untilBegun(placed, around)
    for (const child of doomed) child.kill(end.signal)
  }
  const ends = doomed.map(() => 0)
  await until(
    'every worker has ended',
    async () => {
      for (const [no, child] of doomed.entries())
        if (ends[no] === 0 && (child.signalCode !== null || isStopped(child))) ends[no] = performance.now()
      return ends.every((at) => at > 0)
    },
    120_000,
  )
  return ends
}

/** Waits until the network holds up all calls and no more arrive. */
async function untilHeld(placed: readonly Placed[], { networkUrl, stage }: Surroundings): Promise<void> {
  const wanted = placed.reduce((sum, { accounts }) => sum + accounts.length, 0)
  const isReal = (id: string) => placed.some(({ network }) => network.id === id && network.kind.includes('-'))
  let last = -1
  let since = performance.now()
  await until(
    'the network is processing the calls',
    async () => {
      let held = 0
      for (const { network } of placed)
        if (classes.some((kind) => kind === network.kind))
          held += (await send<{ held: number }>('GET', `${networkUrl}/control/${encodeURIComponent(network.id)}`)).held
      const { rows } = await sql<{
        network: string
        count: number
      }>`select network, count(*)::int as count from publication
        where network = any(${placed.map(({ network }) => network.id)}) and begun_first is not null
        group by network`.execute(stage.deps.db)
      held += rows.filter(({ network }) => isReal(network)).reduce((sum, { count }) => sum + count, 0)
      if (held !== last) since = performance.now()
      last = held
      const quietForMs = performance.now() - since
      return held > 0 && (held >= wanted ? quietForMs > 250 : quietForMs > 1_500)
    },
    60_000,
  )
}

/** Waits until most of the calls are in progress. */
async function untilBegun(placed: readonly Placed[], { stage }: Surroundings): Promise<void> {
  const all = sum(placed.map(({ accounts }) => accounts.length))
  const ids = placed.map(({ network }) => network.id)
  await until(
    'most calls have begun',
    async () => {
      const { rows } = await sql<{ begun: number }>`select count(*)::int as begun from publication
        where network = any(${ids}) and begun_first is not null`.execute(stage.deps.db)
      return (rows[0]?.begun ?? 0) > 0.8 * all
    },
    60_000,
  )
}

function isStopped({ pid }: ChildProcess): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') ?? false
  } catch {
    return false
  }
}

interface LeftLane {
  readonly id: string
  readonly fence: number
  /** The time when its holder ended. */
  readonly since: number
}

/** Returns the lanes of open publications. */
async function openLanes(
  { deps }: Stage,
  targets: readonly PlacedTarget[],
  ends: readonly number[],
): Promise<LeftLane[]> {
  const { rows } = await sql<{ id: string; fence: number; network: string }>`
    select l.id, l.fence, l.network from remote_account l join publication p on p.remote_account_id = l.id
    where p.target_id = any(${targets.map(({ id }) => id)}::uuid[]) and p.due_at is not null
      and l.lease_until > ph.now()`.execute(deps.db)
  const [endOfA = 0, endOfB = 0] = ends
  return rows.map(({ id, fence, network }) => ({ id, fence, since: network.endsWith('.a') ? endOfA : endOfB }))
}

const longestWatchMs = 90_000

async function watchTakeovers({ deps }: Stage, left: readonly LeftLane[]): Promise<number[]> {
  const took: number[] = []
  const open = new Map(left.map((lane) => [lane.id, lane]))
  const deadline = performance.now() + longestWatchMs
  while (open.size > 0 && performance.now() < deadline) {
    const { rows } = await sql<{ id: string; fence: number }>`select id, fence from remote_account
      where id = any(${[...open.keys()]}::uuid[])`.execute(deps.db)
    for (const { id, fence } of rows) {
      const lane = open.get(id)
      if (!lane || fence <= lane.fence) continue
      took.push(performance.now() - lane.since)
      open.delete(id)
    }
    await sleep(100)
  }
  return [...took, ...Array.from(open, () => longestWatchMs)]
}

/** Wakes one frozen worker while the others still resolve unknown outcomes, and the rest at the end. */
async function wakeZombies(
  [first, ...others]: readonly ChildProcess[],
  stage: Stage,
  targets: readonly PlacedTarget[],
  endedAt: number,
): Promise<void> {
  await sleep(Math.max(0, timing.leaseMs + 3_500 - (performance.now() - endedAt)))
  first?.kill('SIGCONT')
  await settled(stage, targets, endedAt)
  for (const child of others) child.kill('SIGCONT')
  await untilStill(stage, targets)
}

const stillForMs = 6_000

/** Waits until nothing has been written for a while, so that the woken workers have finished. */
async function untilStill({ deps }: Stage, targets: readonly PlacedTarget[]): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const deadline = performance.now() + boundMs
  let last = -1
  let since = performance.now()
  while (performance.now() - since < stillForMs && performance.now() < deadline) {
    const { rows } = await sql<{ written: number }>`select sum(revision)::int as written from publication
      where target_id = any(${ids}::uuid[])`.execute(deps.db)
    const written = rows[0]?.written ?? 0
    if (written !== last) since = performance.now()
    last = written
    await sleep(200)
  }
}

/** Waits until nothing is open. Publications still open after a long while count as stuck. */
async function settled({ deps }: Stage, targets: readonly PlacedTarget[], beganAt: number): Promise<void> {
  const ids = targets.map(({ id }) => id)
  while (performance.now() - beganAt < boundMs) {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from publication
      where target_id = any(${ids}::uuid[]) and due_at is not null`.execute(deps.db)
    if (rows[0]?.open === 0) return
    await sleep(250)
  }
}

/** Returns the time until the last publication ended, according to its row. */
async function lastEnd({ deps }: Stage, targets: readonly PlacedTarget[], sinceMs: number): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`select max(finished_at) as at from publication
    where target_id = any(${targets.map(({ id }) => id)}::uuid[])`.execute(deps.db)
  const since = performance.timeOrigin + sinceMs
  return Math.max(0, (rows[0]?.at?.getTime() ?? since) - since)
}

async function readLedgers(placed: readonly Placed[], { networkUrl, sandboxUrl }: Surroundings) {
  const entries = new Map<string, readonly Seen[]>()
  const faults: string[] = []
  for (const { network, comment: answered } of placed) {
    if (network.kind === 'bluesky' || network.kind === 'mastodon') {
      const ledger = await readLedger({ url: sandboxUrl }, network.kind)
      // On Mastodon, a reply begins with the handle of the person.
      const seen = ledger.map(({ id, text, replyTo }) => ({
        id,
        text: answered ? text.replace(`@${answered.handle} `, '') : text,
        isMisplaced: answered !== undefined && replyTo !== answered.id,
      }))
      // An edit of an existing post would be noticed too.
      entries.set(
        network.id,
        seen.filter(({ text }) => text.startsWith(`${network.id} `)),
      )
      continue
    }
    const { ledger, spentTwice } = await send<{ ledger: Entry[]; spentTwice: number }>(
      'GET',
      `${networkUrl}/control/${encodeURIComponent(network.id)}`,
    )
    entries.set(network.id, ledger)
    if (spentTwice > 0) faults.push(`${network.id}: a refresh token was used twice, ${spentTwice} times`)
  }
  return { entries, faults }
}

/** Finds other inconsistencies: calls without an outcome whose publication has one, and the like. */
async function odd({ deps }: Stage, targets: readonly PlacedTarget[]): Promise<string[]> {
  const { rows } = await sql<{ network: string; status: string; error: string; count: number }>`
    select network, status, error_code || ': ' || coalesce(error, '') as error, count(*)::int as count from publication
    where target_id = any(${targets.map(({ id }) => id)}::uuid[]) and status in ('failed', 'held')
    group by 1, 2, 3`.execute(deps.db)
  return rows.map(({ network, status, error, count }) => `${network}: ${count} ${status} (${error})`)
}
