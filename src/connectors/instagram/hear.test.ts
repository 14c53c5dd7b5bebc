import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hear } from './hear.ts'

const read = (body: unknown) => hear.read(Buffer.from(JSON.stringify(body)))
const entry = (field: string, id: unknown = '17841400000000001') => ({
  object: 'instagram',
  entry: [null, { id, time: 1_800_000_000, changes: [null, { field, value: { id: '1' } }] }],
})

test('a comment wakes the inbox of its account; other fields and unreadable entries do not', () => {
  assert.deepEqual(read(entry('comments')), [{ is: 'talk', accountId: '17841400000000001' }])
  for (const other of [entry('messages'), entry('comments', 2 ** 60), entry('comments', 'me'), {}, []])
    assert.deepEqual(read(other), [])
})
