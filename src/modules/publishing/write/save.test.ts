import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { seconds } from '#kernel/clock.ts'
import { openPublishing, type Publishing } from '#test/world/publishing.ts'
import type { Change, TargetRef } from '../deps.ts'
import { createLaneClaim, findNextOfLanes } from '../store/lanes.ts'
import type { WriteContext } from '../write-context.ts'
import { createSave, type Save } from './save.ts'

/** A database access that loses the response to the first call, although it was committed. */
const losesTheFirstAnswer: WriteContext['dbGate'] = {
  once: (work) => work(),
  async retryUntilUp(work) {
    await work(false)
    return await work(true)
  },
  giveUp: () => {},
}

/** Creates a save from the parts of a context that it uses. */
const saveWith = (parts: object): Save => createSave(parts as WriteContext)

async function nextOf(p: Publishing, laneId: string) {
  const [found] = (await findNextOfLanes(p.db, [{ laneId, besides: null }])).values()
  return found!.publication
}

test('a save whose response was lost is applied once and reported once', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  const claim = createLaneClaim('test')
  const [key] = await claim.claim(p.db, { lanes: 1, room: { tiny: 1 } })
  const lane = { ...key!, signal: new AbortController().signal, isLost: () => false, leaseUntil: () => key!.leaseUntil }
  const reported: Change[] = []
  const owner = {
    lock: async () => {},
    changed: async (_: unknown, changes: readonly Change[]) => void reported.push(...changes),
  }
  const save = saveWith({ deps: { db: p.db, owner }, claim, dbGate: losesTheFirstAnswer })

  const publication = await nextOf(p, lane.id)
  const begun = await save({ lane, publication, changes: { status: 'publishing' } })
  assert.equal(begun?.status, 'publishing')
  const shown = { part: 0, remoteId: 'p1', url: null }
  const ended = { status: 'published', dueAt: null, partsShown: 1, remoteId: 'p1' } as const
  const saved = await save({ lane, publication: begun!, changes: ended, shown })
  assert.equal(saved?.status, 'published')
  assert.deepEqual(
    reported.map((change) => change.to),
    ['publishing', 'published'],
  )
  const row = await p.row(target)
  assert.deepEqual([row.status, row.parts.shown], ['published', 1])

  const later = await save({ lane, publication: begun!, changes: { memo: {} } })
  assert.equal(later, null, 'what has ended is not written any more')
})

test('with two last targets at once, the owner is locked before a row is saved, so the second save sees the first', async (t) => {
  const { saveAll, locked } = await openTwo(t)
  await saveAll((nth) => `p${nth}`)
  assert.deepEqual(locked, [['queued', 'queued']])
})

test('a process that has lost the lane saves nothing, even if the row is unchanged', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  const engine = p.engine()
  const claim = createLaneClaim('test')
  const [key] = await claim.claim(p.db, { lanes: 1, room: { tiny: 1 } })
  const lane = { ...key!, signal: new AbortController().signal, isLost: () => false, leaseUntil: () => key!.leaseUntil }
  const owner = { lock: async () => {}, changed: async () => {} }
  const save = saveWith({ deps: { db: p.db, owner }, claim, dbGate: losesTheFirstAnswer })
  const publication = await nextOf(p, lane.id)
  await p.advance(seconds(30))
  assert.equal(await save({ lane, publication, changes: { status: 'publishing' } }), null)
  assert.equal((await p.row(target)).status, 'queued')
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['hello'])
})

/**
 * Opens two publications of two accounts, in lanes held by this test, and returns a function that saves both together.
 */
async function openTwo(t: Parameters<typeof openPublishing>[0]) {
  const p = await openPublishing(t)
  const targets = [await p.submit({ account: 'one' }), await p.submit({ account: 'two' })]
  const claim = createLaneClaim('test')
  const keys = await claim.claim(p.db, { lanes: 2, room: { tiny: 2 } })
  const reported: (readonly Change[])[] = []
  /** The statuses of the rows, as seen by the transaction when it locks the owner. */
  const locked: string[][] = []
  const owner = {
    async lock(tx: Tx, targets: readonly TargetRef[]) {
      const targetIds = targets.map(({ targetId }) => targetId)
      const rows = await tx.selectFrom('publication').select('status').where('targetId', 'in', targetIds).execute()
      locked.push(rows.map(({ status }) => status))
    },
    changed: async (_: unknown, changes: readonly Change[]) => void reported.push(changes),
  }
  const save = saveWith({ deps: { db: p.db, owner }, claim, dbGate: createDbGate(1) })
  const all = await Promise.all(
    keys.map(async (key) => ({
      lane: { ...key, signal: new AbortController().signal, isLost: () => false, leaseUntil: () => key.leaseUntil },
      publication: await nextOf(p, key.id),
    })),
  )
  const saveAll = (remoteIdOf: (nth: number) => string) =>
    Promise.allSettled(
      all.map(({ lane, publication }, nth) =>
        save({ lane, publication, changes: { status: 'publishing' }, shown: shownAs(remoteIdOf(nth)) }),
      ),
    )
  return { p, targets, reported, locked, all, saveAll }
}

const shownAs = (remoteId: string) => ({ part: 0, remoteId, url: null })

test('simultaneous saves of two accounts share one transaction, and both are reported in it', async (t) => {
  const { reported, saveAll } = await openTwo(t)
  const saved = await saveAll((nth) => `p${nth}`)
  assert.deepEqual(
    saved.map((one) => one.status === 'fulfilled' && one.value?.status),
    ['publishing', 'publishing'],
  )
  assert.deepEqual(
    reported.map((changes) => changes.length),
    [2],
  )
})

test('a save that fails for one account does not block others from saving', async (t) => {
  const { p, targets, reported, all, saveAll } = await openTwo(t)
  const taken = { publication: all[0]!.publication.id, lane: all[1]!.lane.id }
  // Another publication of the second account already has that ID on the network.
  await sql`insert into publication_part (publication_id, part, remote_account_id, remote_id, shown_at)
    values (${taken.publication}, 7, ${taken.lane}, 'p1', ph.now())`.execute(p.db)
  const saved = await saveAll((nth) => `p${nth}`)
  assert.deepEqual(
    saved.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.deepEqual(
    reported.slice(-1).map((changes) => changes.map(({ targetId }) => targetId)),
    [[all[0]!.publication.targetId]],
  )
  assert.ok(targets.includes(all[0]!.publication.targetId))
})
