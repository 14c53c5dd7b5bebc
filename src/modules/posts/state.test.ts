import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '#kernel/errors.ts'
import {
  type Intent,
  moves,
  type PostStatus,
  postStatuses,
  type RowFact,
  statusOf,
  type TargetStatus,
} from './state.ts'

const statuses: readonly TargetStatus[] = [
  'pending',
  'queued',
  'publishing',
  'processing',
  'held',
  'published',
  'failed',
  'unknown',
  'cancelled',
]
const facts: readonly RowFact[] = statuses.flatMap((status) =>
  [true, false].flatMap((tried) => [true, false].map((whole) => ({ status, tried, whole }))),
)

/** Implements the seven rules a second time, each on its own and as close to its wording as possible. */
function oracle(rows: readonly RowFact[], intent: Intent): PostStatus {
  const enqueued: RowFact[] = []
  for (const row of rows) if (row.status !== 'pending' && row.status !== 'cancelled') enqueued.push(row)
  let [moving, waiting, tried, complete, shown, unsure] = [0, 0, 0, 0, 0, 0]
  for (const row of enqueued) {
    if (row.status === 'publishing' || row.status === 'processing') moving++
    if (row.status === 'queued' || row.status === 'held') waiting++
    if (row.tried) tried++
    if (row.status === 'published') shown++
    if (row.status === 'published' && row.whole) complete++
    if (row.status === 'unknown') unsure++
  }
  if (enqueued.length === 0) return intent
  if (moving > 0) return 'publishing'
  if (waiting > 0) return tried === 0 ? 'queued' : 'publishing'
  if (complete === enqueued.length) return 'published'
  if (shown > 0) return 'partial'
  if (unsure > 0) return 'unknown'
  return 'failed'
}

test('the status of a post is what the seven rules say, for each set of up to three targets', () => {
  let tried = 0
  for (const intent of ['draft', 'scheduled'] as const) {
    for (const a of [undefined, ...facts]) {
      for (const b of [undefined, ...facts]) {
        for (const c of [undefined, ...facts]) {
          const rows = [a, b, c].filter((row) => row !== undefined)
          tried++
          if (statusOf(rows, intent) !== oracle(rows, intent))
            assert.fail(`${JSON.stringify(rows)}: ${statusOf(rows, intent)}, not ${oracle(rows, intent)}`)
        }
      }
    }
  }
  assert.ok(tried > 100_000)
})

test('a target that waits beside others does not make a post what it is not', () => {
  const row = (status: TargetStatus, tried = false, whole = true): RowFact => ({ status, tried, whole })
  assert.equal(statusOf([row('published'), row('pending')], 'scheduled'), 'published')
  assert.equal(statusOf([row('cancelled'), row('cancelled')], 'draft'), 'draft')
  assert.equal(statusOf([row('published', true, false)], 'draft'), 'partial')
  assert.equal(statusOf([row('published'), row('unknown')], 'draft'), 'partial')
  assert.equal(statusOf([row('failed'), row('unknown')], 'draft'), 'unknown')
  assert.equal(statusOf([row('held'), row('queued')], 'draft'), 'queued')
  assert.equal(statusOf([row('queued', true)], 'draft'), 'publishing')
})

test('each trigger has an answer for each place, and what it refuses with is in the catalogue', () => {
  for (const [trigger, row] of Object.entries(moves)) {
    assert.deepEqual(Object.keys(row).sort(), [...postStatuses, 'trash'].sort(), trigger)
    for (const move of Object.values(row))
      if (typeof move !== 'string') assert.ok(move.no in refusals, `${trigger}: ${move.no}`)
  }
})
