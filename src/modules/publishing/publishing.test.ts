import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPublishing } from '#test/publishing.ts'

test('what is enqueued is published, and its owner hears of each move', async (t) => {
  const p = await openPublishing(t)
  const target = await p.submit({ text: 'hello' })
  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['hello'])
  const row = await p.row(target)
  assert.equal(row.status, 'published')
  assert.equal(row.remoteId, 'p1')
  assert.equal(row.attempts, 1)
  assert.deepEqual(
    p.changes.map((change) => `${change.from} ${change.to}`),
    ['queued publishing', 'publishing published'],
  )
})
