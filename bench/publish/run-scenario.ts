import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { countUp, type Tally } from './count.ts'
import type { Behaviour, Entry } from './network.ts'
import { classes, type NetworkPlan, realNetworks, timing, type WorkerPlan } from './plan.ts'
import { latencyOf, type Scenario } from './scenarios.ts'
import { type Placed, type PlacedTarget, place, type Stage, submit } from './stage.ts'

export interface Surroundings {
  readonly stage: Stage
  readonly networkUrl: string
  readonly sandboxUrl: string
  /** Targets on each network of the bench; the sandbox's two have half of them each. */
  readonly count: number
  /** The sandbox's people, handed out once. */
  nextPerson(count: number): number
  readonly children: Set<ChildProcess>
}

export interface Result {
  readonly tallies: readonly Tally[]
  /** From the end of each worker until somebody else had the lanes of what it left behind. */
  readonly takeoversMs: readonly number[]
  /** From the end of the first worker until nothing was open any more. */
  readonly settledMs: number
  readonly cut: number
  readonly faults: readonly string[]
}

const workers = 2
const boundMs = 110_000
const quietMs = 700

export async function runScenario(scenario: Scenario, around: Surroundings): Promise<Result> {
  const { stage } = around
  const placed = await placeAll(scenario, around)
  const plan = (end: WorkerPlan['end']): WorkerPlan => ({
    connection: stage.connection,
    secretKey: stage.secretKey,
    dataDir: stage.dataDir,
    networks: placed.map(({ network, addresses }) => ({ ...network, addresses })),
    end,
  })
  const end = scenario.end?.by === 'probe' ? { ...scenario.end, quietMs: quietOf(scenario) } : null
  const doomed = await Promise.all(Array.from({ length: workers }, () => startWorker(plan(end), around)))
  const beganAt = performance.now()
  const targets = await submit(stage, scenario.name, placed)

  const faults: string[] = []
  let cut = 0
  let takeoversMs: number[] = []
  let endedAt = beganAt
  if (scenario.end) {
    await meetEnd(scenario, doomed, placed, around)
    endedAt = performance.now()
    const left = await openLanes(stage, targets)
    cut = left.size
    await Promise.all(Array.from({ length: workers }, () => startWorker(plan(null), around)))
    takeoversMs = await watchTakeovers(stage, targets, left, endedAt)
    if (scenario.end.by === 'probe' && scenario.end.action === 'stop')
      await wakeZombies(doomed, stage, targets, endedAt)
  }
  const settledMs = await settled(stage, targets, beganAt, endedAt)
  await sleep(1_500)
  const ledgers = await readLedgers(placed, around)
  const tallies = await countUp(
    stage,
    scenario,
    placed.map(({ network }) => network),
    targets,
    ledgers.entries,
  )
  faults.push(...ledgers.faults, ...(await odd(stage, targets)))
  for (const child of around.children) if (workersOf.get(child) === scenario.name) await endWorker(child)
  return { tallies, takeoversMs, settledMs, cut, faults }

  async function startWorker(workerPlan: WorkerPlan, { children }: Surroundings): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    workersOf.set(child, scenario.name)
    child.once('exit', () => children.delete(child))
    child.send(workerPlan)
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('a worker ended before it was ready')))
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    return child
  }
}

const workersOf = new WeakMap<ChildProcess, string>()

const quietOf = ({ end }: Scenario): number => {
  if (end?.by !== 'probe') return 0
  return end.at === 'stopping' ? 0 : end.at === 'before-beat' ? 100 : quietMs
}

async function placeAll(scenario: Scenario, around: Surroundings): Promise<Placed[]> {
  const { stage, networkUrl, sandboxUrl, count, nextPerson } = around
  const { parts = 1, uploads = false, end = null, fault = null } = scenario
  const hold = end?.by === 'network' ? end.hold : null
  const placed: Placed[] = []
  for (const kind of scenario.classes ?? classes) {
    const id = `${scenario.name}~${kind}`
    const halvesApartMs = hold === 'half-request' ? 5_000 : 0
    const behaviour: Behaviour = { class: kind, hold, fault, latencyMs: latencyOf(scenario) }
    await post(`${networkUrl}/control/${encodeURIComponent(id)}`, behaviour)
    const network: NetworkPlan = { id, kind, count, parts, uploads, halvesApartMs }
    placed.push(await place(stage, network, { api: `${networkUrl}/${encodeURIComponent(id)}` }, 0))
  }
  if (scenario.sandbox === null || scenario.classes) return placed
  for (const kind of scenario.real ?? realNetworks) {
    const half = Math.ceil(count / 2)
    const first = nextPerson(half)
    const network: NetworkPlan = {
      id: `${scenario.name}~${kind}`,
      kind,
      count: half,
      parts,
      uploads: false,
      halvesApartMs: 0,
    }
    placed.push(await place(stage, network, { api: `${sandboxUrl}/${kind}` }, first))
    const call = kind === 'net-a' ? 'com.atproto.repo.putRecord' : 'createStatus'
    for (let no = 0; scenario.sandbox && no < half; no++) {
      const account = `user-${first + no}`
      await post(`${sandboxUrl}/control/faults`, { ...scenario.sandbox, network: kind, account, call, times: 1 })
    }
  }
  return placed
}

/** Until each of the doomed has come to its end. */
async function meetEnd(
  { end }: Scenario,
  doomed: readonly ChildProcess[],
  placed: readonly Placed[],
  around: Surroundings,
): Promise<void> {
  if (end?.by === 'network') {
    await untilHeld(placed, around)
    for (const child of doomed) child.kill('SIGKILL')
  } else if (end?.signal) {
    await sleep(1_800)
    for (const child of doomed) child.kill(end.signal)
  }
  await until(
    'every worker has come to its end',
    async () => doomed.every((child) => child.signalCode !== null || isStopped(child)),
    60_000,
  )
}

/** All calls that come are in the network's hands, and no more are coming. */
async function untilHeld(placed: readonly Placed[], { networkUrl, sandboxUrl, stage }: Surroundings): Promise<void> {
  const wanted = placed.reduce((sum, { accounts }) => sum + accounts.length, 0)
  const isReal = (id: string) => placed.some(({ network }) => network.id === id && network.kind.includes('-'))
  let last = -1
  let since = performance.now()
  await until(
    'the network has the calls in hand',
    async () => {
      let held = 0
      for (const { network } of placed)
        if (classes.some((kind) => kind === network.kind))
          held += (await get<{ held: number }>(`${networkUrl}/control/${encodeURIComponent(network.id)}`)).held
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
    30_000,
  )
  void sandboxUrl
}

function isStopped({ pid }: ChildProcess): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T') ?? false
  } catch {
    return false
  }
}

/** The lanes of what was left open, with the fence that they had. */
async function openLanes({ deps }: Stage, targets: readonly PlacedTarget[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; fence: number }>`
    select l.id, l.fence from remote_account l join publication p on p.remote_account_id = l.id
    where p.target_id = any(${targets.map(({ id }) => id)}::uuid[]) and p.due_at is not null
      and l.lease_until > ph.now()`.execute(deps.db)
  return new Map(rows.map(({ id, fence }) => [id, fence]))
}

async function watchTakeovers(
  { deps }: Stage,
  targets: readonly PlacedTarget[],
  left: Map<string, number>,
  endedAt: number,
): Promise<number[]> {
  const took: number[] = []
  const open = new Map(left)
  while (open.size > 0 && performance.now() - endedAt < 60_000) {
    const { rows } = await sql<{ id: string; fence: number }>`select id, fence from remote_account
      where id = any(${[...open.keys()]}::uuid[])`.execute(deps.db)
    for (const { id, fence } of rows) {
      if (fence <= (open.get(id) ?? 0)) continue
      took.push(performance.now() - endedAt)
      open.delete(id)
    }
    await sleep(100)
  }
  void targets
  return [...took, ...Array.from(open, () => Number.POSITIVE_INFINITY)]
}

/** One is woken while the heirs still doubt, the others when all is done. */
async function wakeZombies(
  [first, ...others]: readonly ChildProcess[],
  stage: Stage,
  targets: readonly PlacedTarget[],
  endedAt: number,
): Promise<void> {
  await sleep(Math.max(0, timing.leaseMs + 3_500 - (performance.now() - endedAt)))
  first?.kill('SIGCONT')
  await settled(stage, targets, endedAt, endedAt)
  for (const child of others) child.kill('SIGCONT')
  await sleep(4_000)
}

/** How long it took until nothing was open any more; what is then still open is counted as stuck. */
async function settled(
  { deps }: Stage,
  targets: readonly PlacedTarget[],
  beganAt: number,
  endedAt: number,
): Promise<number> {
  const ids = targets.map(({ id }) => id)
  while (performance.now() - beganAt < boundMs) {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from publication
      where target_id = any(${ids}::uuid[]) and due_at is not null`.execute(deps.db)
    if (rows[0]?.open === 0) break
    await sleep(250)
  }
  return performance.now() - endedAt
}

async function readLedgers(placed: readonly Placed[], { networkUrl, sandboxUrl }: Surroundings) {
  const entries = new Map<string, readonly Pick<Entry, 'id' | 'text'>[]>()
  const faults: string[] = []
  for (const { network } of placed) {
    if (network.kind === 'net-a' || network.kind === 'mastodon') {
      const told = await get<{ entries: { id: string; text: string; kind: string }[] }>(
        `${sandboxUrl}/control/ledger?network=${network.kind}`,
      )
      const ours = told.entries.filter(({ text }) => text.startsWith(`${network.id} `))
      // An edit of what is there already would be seen too.
      entries.set(network.id, ours)
      continue
    }
    const { ledger, spentTwice } = await get<{ ledger: Entry[]; spentTwice: number }>(
      `${networkUrl}/control/${encodeURIComponent(network.id)}`,
    )
    entries.set(network.id, ledger)
    if (spentTwice > 0) faults.push(`${network.id}: a renewing token was spent twice, ${spentTwice} times`)
  }
  return { entries, faults }
}

/** What else should not be: calls that have no outcome though their publication has one, and the like. */
async function odd({ deps }: Stage, targets: readonly PlacedTarget[]): Promise<string[]> {
  const { rows } = await sql<{ network: string; status: string; error: string; count: number }>`
    select network, status, error_code || ': ' || coalesce(error, '') as error, count(*)::int as count from publication
    where target_id = any(${targets.map(({ id }) => id)}::uuid[]) and status in ('failed', 'held')
    group by 1, 2, 3`.execute(deps.db)
  return rows.map(({ network, status, error, count }) => `${network}: ${count} ${status} (${error})`)
}

async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}

async function until(what: string, holds: () => Promise<boolean>, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${patienceMs / 1_000} s: ${what}`)
    await sleep(50)
  }
}

async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}

const get = async <Answer>(url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer
