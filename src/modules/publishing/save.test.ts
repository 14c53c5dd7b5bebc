import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#kernel/clock.ts'
import { openPublishing } from '#test/publishing.ts'
import type { Change } from './deps.ts'
import type { Machine } from './machine.ts'
import { save } from './save.ts'
import { claimOfLanes, nextOfLanes } from './store/lanes.ts'

/** A way to the database on which the answer to the first go is lost, though it was committed. */
const losesTheFirstAnswer: Machine['steady'] = {
  once: (work) => work(),
  async until(work) {
    await work(false)
    return await work(true)
  },
  giveUp: () => {},
}

test('a save whose answer was lost is made once, and told once', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  const claim = claimOfLanes('test')
  const [key] = await claim.claim(p.db, { lanes: 1, room: { tiny: 1 } })
  const lane = { ...key!, signal: new AbortController().signal, isLost: () => false, leaseUntil: () => key!.leaseUntil }
  const told: Change[] = []
  const owner = {
    lock: async () => {},
    changed: async (_: unknown, changes: readonly Change[]) => void told.push(...changes),
  }
  const machine = { deps: { db: p.db, owner }, claim, steady: losesTheFirstAnswer } as unknown as Machine

  const { publication } = (await nextOfLanes(p.db, [lane.id])).get(lane.id)!
  const begun = await save(machine, lane, publication, { status: 'publishing' })
  assert.equal(begun?.status, 'publishing')
  const shown = { part: 0, remoteId: 'p1', url: null }
  const ended = { status: 'published', dueAt: null, partsShown: 1, remoteId: 'p1' } as const
  const saved = await save(machine, lane, begun!, ended, { shown })
  assert.equal(saved?.status, 'published')
  assert.deepEqual(
    told.map((change) => change.to),
    ['publishing', 'published'],
  )
  const row = await p.row(target)
  assert.deepEqual([row.status, row.parts.shown], ['published', 1])

  const later = await save(machine, lane, begun!, { memo: {} })
  assert.equal(later, null, 'what has ended is written no more')
})

test('who has lost the lane saves nothing, though nobody else has touched the row', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit()
  const engine = p.engine()
  const claim = claimOfLanes('test')
  const [key] = await claim.claim(p.db, { lanes: 1, room: { tiny: 1 } })
  const lane = { ...key!, signal: new AbortController().signal, isLost: () => false, leaseUntil: () => key!.leaseUntil }
  const owner = { lock: async () => {}, changed: async () => {} }
  const machine = { deps: { db: p.db, owner }, claim, steady: losesTheFirstAnswer } as unknown as Machine
  const { publication } = (await nextOfLanes(p.db, [lane.id])).get(lane.id)!
  await p.advance(seconds(30))
  assert.equal(await save(machine, lane, publication, { status: 'publishing' }), null)
  assert.equal((await p.row(target)).status, 'queued')
  await p.settle(engine)
  assert.deepEqual(p.texts(), ['hello'])
})
