import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '#kernel/errors.ts'
import {
  deriveStatus,
  type Intent,
  moves,
  type PostStatus,
  postStatuses,
  type RowFact,
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

/** Implements the seven rules again, each separately and as close to its wording as possible. */
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

test('a post’s status follows the seven rules for each combination of up to three targets', () => {
  let tried = 0
  for (const intent of ['draft', 'scheduled'] as const) {
    for (const a of [undefined, ...facts]) {
      for (const b of [undefined, ...facts]) {
        for (const c of [undefined, ...facts]) {
          const rows = [a, b, c].filter((row) => row !== undefined)
          tried++
          if (deriveStatus(rows, intent) !== oracle(rows, intent))
            assert.fail(`${JSON.stringify(rows)}: ${deriveStatus(rows, intent)}, not ${oracle(rows, intent)}`)
        }
      }
    }
  }
  assert.ok(tried > 100_000)
})

test('a waiting target next to others does not change the status of a post', () => {
  const row = (status: TargetStatus, tried = false, whole = true): RowFact => ({ status, tried, whole })
  assert.equal(deriveStatus([row('published'), row('pending')], 'scheduled'), 'published')
  assert.equal(deriveStatus([row('cancelled'), row('cancelled')], 'draft'), 'draft')
  assert.equal(deriveStatus([row('published', true, false)], 'draft'), 'partial')
  assert.equal(deriveStatus([row('published'), row('unknown')], 'draft'), 'partial')
  assert.equal(deriveStatus([row('failed'), row('unknown')], 'draft'), 'unknown')
  assert.equal(deriveStatus([row('held'), row('queued')], 'draft'), 'queued')
  assert.equal(deriveStatus([row('queued', true)], 'draft'), 'publishing')
})

test('for each place, each trigger has either a move or a refusal from the catalog', () => {
  for (const [trigger, row] of Object.entries(moves)) {
    assert.deepEqual(Object.keys(row).sort(), [...postStatuses, 'trash'].sort(), trigger)
    for (const move of Object.values(row))
      if (typeof move !== 'string') assert.ok(move.no in refusals, `${trigger}: ${move.no}`)
  }
})
