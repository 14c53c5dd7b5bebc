import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'
import { send } from '../../tools/http.ts'
import { countUp } from './count.ts'
import type { Behaviour, Entry } from './network.ts'
import type { NetworkPlan } from './plan.ts'
import { planFor, type Result, type Surroundings } from './run-scenario.ts'
import type { Scenario } from './scenarios.ts'
import { insertPost, type Placed, type PlacedTarget, place, submit, submitTo } from './stage.ts'
import { endWorkersOf, startWorker } from './workers.ts'

/** Runs a scenario without kills, which checks that no work is overlooked. */
export const runFlow = (scenario: Scenario, around: Surroundings): Promise<Result> =>
  scenario.flow === 'crowd' ? crowd(scenario, around) : trickle(scenario, around)

const crowdSize = 2_600
const slowMs = 6_000
const crowdBoundMs = 30_000
const trickleBoundMs = 20_000
const heldOpenMs = 10_000

async function open(scenario: Scenario, around: Surroundings, count: number, slow: Behaviour['slow'] | null) {
  const id = `${scenario.name}~key` as Network
  const behaviour: Behaviour = {
    class: 'key',
    hold: null,
    fault: null,
    latencyMs: [200, 500],
    ...(slow ? { slow } : {}),
  }
  await send('POST', `${around.networkUrl}/control/${encodeURIComponent(id)}`, {}, behaviour)
  const network: NetworkPlan = { id, kind: 'key', count, parts: 1, uploads: false, halvesApartMs: 0 }
  const placed = await place(around.stage, network, { api: `${around.networkUrl}/${encodeURIComponent(id)}` }, 0)
  return { network, placed }
}

/** One account's backlog must not hide all others from the claim. */
async function crowd(scenario: Scenario, around: Surroundings): Promise<Result> {
  const { stage, count } = around
  const { network, placed } = await open(scenario, around, count + 1, { account: `${scenario.name}~key-0`, ms: slowMs })
  const [crowded, ...others] = placed.accounts
  if (!crowded) throw new Error('there is an account')
  for (let no = 0; no < 2; no++) await startWorker(planFor(stage, [placed], null), scenario.name, around)
  const labels = Array.from({ length: crowdSize }, (_, no) => `${network.id} 0 ${no}`)
  await inTx(stage.deps.db, async (tx) => {
    const postId = await insertPost(tx, stage, scenario.name)
    await submitTo(tx, stage, { network, account: crowded, postId, labels })
  })
  await untilLeased(stage.deps.db, crowded.remoteAccountId)
  const beganAt = performance.now()
  const targets = await submit(stage, scenario.name, [{ ...placed, accounts: others }])
  await untilFinal(stage.deps.db, targets, crowdBoundMs)
  const settledMs = performance.now() - beganAt
  const result = await conclude(scenario, around, placed, targets, settledMs)
  await sql`delete from publication where remote_account_id = ${crowded.remoteAccountId}`.execute(stage.deps.db)
  return result
}

/** A row committed while its lane is released must still be found. */
async function trickle(scenario: Scenario, around: Surroundings): Promise<Result> {
  const { stage, count } = around
  const { db } = stage.deps
  const { network, placed } = await open(scenario, around, count, null)
  await startWorker(planFor(stage, [placed], null), scenario.name, around)
  const targets: PlacedTarget[] = []
  const beganAt = performance.now()
  const waiting = [...placed.accounts.entries()]
  const one = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [no, account] = next
      const submitted = (tx: Tx, postId: string, nth: number) =>
        submitTo(tx, stage, { network, account, postId, labels: [`${network.id} ${no} ${nth}`] })
      const first = await inTx(db, async (tx) => submitted(tx, await insertPost(tx, stage, scenario.name), 1))
      await untilLeased(db, account.remoteAccountId)
      // Inserted but not committed while the first post ends and its lane is released.
      const second = await inTx(db, async (tx) => {
        const made = await submitted(tx, await insertPost(tx, stage, scenario.name), 2)
        await untilFinal(tx, first, heldOpenMs)
        await sleep(200 + Math.random() * 600)
        return made
      })
      targets.push(...first, ...second)
    }
  }
  await Promise.all(Array.from({ length: 5 }, one))
  await untilFinal(stage.deps.db, targets, trickleBoundMs)
  return conclude(scenario, around, placed, targets, performance.now() - beganAt)
}

/** Waits until a worker has leased the account's lane, which is impossible while a post for it is being written. */
async function untilLeased(db: Db, laneId: string): Promise<void> {
  const deadline = performance.now() + trickleBoundMs
  while (performance.now() < deadline) {
    const { rows } = await sql<{ fence: number }>`select fence from remote_account where id = ${laneId}`.execute(db)
    if ((rows[0]?.fence ?? 0) > 0) return
    await sleep(10)
  }
}

async function untilFinal(db: Db | Tx, targets: readonly PlacedTarget[], boundMs: number): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const deadline = performance.now() + boundMs
  while (performance.now() < deadline) {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from publication
      where target_id = any(${ids}::uuid[]) and due_at is not null`.execute(db)
    if (rows[0]?.open === 0) return
    await sleep(100)
  }
}

async function conclude(
  scenario: Scenario,
  around: Surroundings,
  { network }: Placed,
  targets: readonly PlacedTarget[],
  settledMs: number,
): Promise<Result> {
  const { ledger } = await send<{ ledger: Entry[] }>(
    'GET',
    `${around.networkUrl}/control/${encodeURIComponent(network.id)}`,
  )
  const tallies = await countUp(around.stage, scenario, [network], targets, new Map([[network.id, ledger]]))
  await endWorkersOf(scenario.name, around)
  return { tallies, takeoversMs: [], settledMs, cut: 0, faults: [] }
}
