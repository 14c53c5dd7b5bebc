import {
  type Claim,
  createLaneWork,
  type HeldLane,
  type LaneKey,
  type LaneWork,
  type Turn,
} from '#infra/claim/index.ts'
import type { Db } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import type { Log } from '#infra/log/log.ts'
import { batched } from '#kernel/batches/batched.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Handled, retryDelayMs } from './job.ts'
import { type Attempt, beginAttempts, deleteJobs, failJob, handBack, putOff } from './rows.ts'

interface JobWorkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly claim: Claim
  readonly handlers: readonly Handled[]
  /** The number of jobs that may run at once. */
  readonly places: number
}

const beatEveryMs = 10_000
const databasePlaces = 3
/** Delay of a job if not even its failure could be stored. */
const putOffMs = 30_000

/** Runs jobs. For the claim, each job is a separate lane, and its kind is the group. */
export function createJobWork({ db, clock, log, claim, handlers, places }: JobWorkOptions): LaneWork {
  const byName = new Map(handlers.map((handled) => [handled.job.name, handled]))
  // Limits each kind, so that a flood of one kind leaves room for the others.
  const placesOfOneKind = Math.ceil(places / 2)
  const dbGate = createDbGate(databasePlaces)
  const begin = batched((lanes: readonly LaneKey[]) => beginAttempts(db, lanes), dbGate.once)
  const complete = batched((lanes: readonly LaneKey[]) => deleteJobs(db, lanes), dbGate.retryUntilUp)
  const running = new Map<HeldLane, string>()
  let isHandedBack = false
  let mayBeMore = false

  async function work(lane: HeldLane, name: string): Promise<Turn> {
    const handled = byName.get(name)
    const attempt = await begin(lane)
    if (!handled || !attempt) return { worked: 0, more: false }
    running.set(lane, name)
    try {
      if (attempt.attempt > handled.job.retries + 1) await bury(lane, handled, attempt)
      else await run(lane, handled, attempt)
    } finally {
      running.delete(lane)
    }
    return { worked: 1, more: mayBeMore, isReleased: true }
  }

  async function run(lane: HeldLane, { job, handler }: Handled, { data, attempt }: Attempt): Promise<void> {
    const expiry = new AbortController()
    const timer = setTimeout(() => {
      expiry.abort(new Error(`The attempt took longer than ${job.expireAfterMs} ms.`))
    }, job.expireAfterMs).unref()
    try {
      await handler(data, { id: lane.id, signal: AbortSignal.any([lane.signal, expiry.signal]), attempt })
    } catch (error) {
      return await fail(lane, job, attempt, error)
    } finally {
      clearTimeout(timer)
    }
    if (!isHandedBack) await complete(lane)
  }

  async function fail(lane: HeldLane, job: Handled['job'], attempt: number, error: unknown): Promise<void> {
    if (isHandedBack) return
    const message = error instanceof Error ? error.message : String(error)
    const retryInMs = attempt <= job.retries ? retryDelayMs(job, attempt) : null
    const isOurs = await dbGate.retryUntilUp(() => failJob(db, lane, message, retryInMs))
    const fields = { job: job.name, jobId: lane.id, attempt, err: error }
    if (!isOurs) log.warn({ event: 'jobs.failed_late', ...fields }, 'Job failed after its lease was lost')
    else if (retryInMs !== null)
      log.warn({ event: 'jobs.failed', ...fields, retryInMs }, 'Job failed and will be retried')
    else log.error({ event: 'jobs.dead', ...fields }, 'Job failed permanently and became a dead letter')
  }

  /** Ends a job whose last attempt ended with its process. */
  async function bury(lane: HeldLane, { job }: Handled, { attempt, error }: Attempt): Promise<void> {
    const message = error ?? 'The process ended while the job was running.'
    await failJob(db, lane, message, null)
    log.error(
      { event: 'jobs.dead', job: job.name, jobId: lane.id, attempt: attempt - 1 },
      'Job failed permanently and became a dead letter',
    )
  }

  return createLaneWork({
    db,
    clock,
    log,
    claim,
    dbGate,
    what: 'a job',
    groups: [...byName.keys()],
    beatEveryMs,
    async *claimMore(busy) {
      const busyKinds = [...byName.keys()].map((name) => [name, busy(name)] as const)
      const free = places - busyKinds.reduce((sum, [, count]) => sum + count, 0)
      const room = busyKinds.flatMap(([name, count]) =>
        count < placesOfOneKind ? [[name, Math.min(free, placesOfOneKind - count)] as const] : [],
      )
      if (free <= 0 || room.length === 0) return
      const lanes = await dbGate.once(() => claim.claim(db, { lanes: free, room: Object.fromEntries(room) }))
      const byKind = Map.groupBy(lanes, ({ group }) => group ?? '')
      mayBeMore = lanes.length === free || room.some(([name, most]) => byKind.get(name)?.length === most)
      for (const [group, found] of byKind) yield { group, lanes: found.sort((a, b) => (a.id < b.id ? -1 : 1)) }
    },
    turn: work,
    afterFault: (lane) => putOff(db, lane, putOffMs),
    async beforeAbort() {
      isHandedBack = true
      const lanes = [...running.keys()]
      if (lanes.length === 0) return
      await handBack(db, lanes).catch((error: unknown) =>
        log.warn({ event: 'jobs.hand_back_failed', err: error }, 'Running jobs could not be returned to the queue'),
      )
      log.warn(
        { event: 'jobs.handed_back', jobs: [...running.values()] },
        'Jobs that did not finish in time were returned to the queue',
      )
    },
  })
}
