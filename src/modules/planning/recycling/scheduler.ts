import { createDueBatches, type DueBatches } from '#infra/claim/index.ts'
import type { Tx } from '#infra/db/client.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { raiseAlert } from '#modules/alerts/index.ts'
import { clonePosts, listPostsByIds, type PostRow } from '#modules/posts/index.ts'
import type { SchedulerDeps } from '../recurring/scheduler.ts'
import { type Cycle, type DueDate, findDueDate, findNextDueDate } from './due-dates.ts'
import {
  deleteRecyclings,
  firstDueRecycling,
  listRecyclings,
  lockDueRecyclings,
  noteRecyclings,
  type Recycling,
  recordRuns,
} from './store.ts'

/** Creates the scheduler of recycled posts. A due post creates its clone in the transaction that advances it. */
export const createRecyclingScheduler = (deps: SchedulerDeps): DueBatches =>
  createDueBatches<PostId>({
    ...deps,
    name: 'recycling',
    firstDue: firstDueRecycling,
    lock: lockDueRecyclings,
    async work(tx, ids) {
      await recyclePosts(deps, tx, ids)
      return ids
    },
    failAlone: (tx, id) => passOver(deps, tx, id),
  })

interface Turn {
  readonly source: PostRow
  readonly row: Recycling
  readonly cycle: Cycle
  /** Null if the date was missed by a day, or has moved ahead with the time zone. */
  readonly due: DueDate | null
}

async function recyclePosts(deps: SchedulerDeps, tx: Tx, ids: readonly PostId[]): Promise<void> {
  const turns = await readTurns(deps, tx, ids)
  const live = new Set(turns.map(({ source }) => source.id))
  await deleteRecyclings(
    tx,
    ids.filter((id) => !live.has(id)),
  )
  const running = turns.flatMap(({ due, ...turn }) => (due ? [{ ...turn, due }] : []))
  const clones = await clonePosts(
    deps,
    tx,
    running.map(({ source, row, due }) => ({
      source,
      scheduledAt: due.dueAt,
      differs: { recycledFromId: source.id, ...pickVariation(source, row.clones) },
    })),
  )
  await recordRuns(
    tx,
    running.flatMap(({ source, due }, index) => {
      const clone = clones[index]
      return clone ? [{ postId: source.id, dueAt: due.dueAt, cloneId: clone.id }] : []
    }),
  )
  await noteRecyclings(
    tx,
    turns.map(({ row, cycle, due }) => ({
      postId: row.postId,
      clones: row.clones + (due ? 1 : 0),
      ...findNextDueDate(cycle, deps.clock.now()),
    })),
  )
}

/** Reads the posts that are still to be recycled, without those in the trash. */
async function readTurns({ clock }: SchedulerDeps, tx: Tx, ids: readonly PostId[]): Promise<Turn[]> {
  const rows = await listRecyclings(tx, ids)
  return (await listPostsByIds(tx, ids)).flatMap((source) => {
    const row = rows.get(source.id)
    const { recycle, publishedAt, deletedAt } = source
    if (!row || !recycle?.enabled || !publishedAt || deletedAt !== null) return []
    const cycle = { firstPublishedAt: publishedAt, intervalDays: recycle.intervalDays, zone: row.zone }
    return [{ source, row, cycle, due: findDueDate(cycle, row.turn, clock.now()) }]
  })
}

/** Variations take turns. Without any, every clone has the content of its source. */
function pickVariation({ recycle }: PostRow, clones: number): { readonly content?: string } {
  const variations = recycle?.variations ?? []
  const content = variations[clones % Math.max(1, variations.length)]
  return content === undefined ? {} : { content }
}

/**
 * Skips a clone that cannot be created, so that the post continues with its next date, and alerts the server
 * administrators.
 */
async function passOver(deps: SchedulerDeps, tx: Tx, id: PostId): Promise<void> {
  if ((await lockDueRecyclings(tx, { most: 1, among: [id] })).length === 0) return
  const [turn] = await readTurns(deps, tx, [id])
  if (!turn) return await deleteRecyclings(tx, [id])
  await noteRecyclings(tx, [{ postId: id, clones: turn.row.clones, ...findNextDueDate(turn.cycle, deps.clock.now()) }])
  await raiseAlert(tx, {
    at: deps.clock.now(),
    kind: 'recycling_failed',
    severity: 'critical',
    subject: toWire('post', id),
    message: 'A recycled post couldn’t be copied, so this date was skipped. Check the log.',
  })
}
