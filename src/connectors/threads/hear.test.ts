import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hear } from './hear.ts'

const value = { id: '8', text: 'Reply', root_post: { id: '5', owner_id: '24900000000000005', username: 'ada' } }
const body = (values: unknown) =>
  Buffer.from(JSON.stringify({ app_id: '1', topic: 'moderate', target_id: '5', values }))
const talk = [{ is: 'talk', accountId: '24900000000000005' }]

test('a reply wakes the inbox of the owner of the thread, whether one value is sent or a list', () => {
  assert.deepEqual(hear.read(body({ value, field: 'replies' })), talk)
  assert.deepEqual(hear.read(body([null, { value, field: 'replies' }, { value, field: 'publish' }])), talk)
  const unquoted = body({ value, field: 'replies' }).toString().replace('"24900000000000005"', '24900000000000005')
  assert.deepEqual(hear.read(Buffer.from(unquoted)), talk, 'no digit is lost')
  for (const other of [body({ value, field: 'mentions' }), body({ value: {}, field: 'replies' }), Buffer.from('no')])
    assert.deepEqual(hear.read(other), [])
})
