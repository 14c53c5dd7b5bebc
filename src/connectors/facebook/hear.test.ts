import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hear } from './hear.ts'

const read = (body: unknown) => hear.read(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const page = (...values: object[]) => ({
  object: 'page',
  entry: [{ id: '105', time: 1_800_000_000, changes: values.map((value) => ({ field: 'feed', value })) }],
})
const permissions = (field: string, verb: string, ids: object = { id: '10158', uid: '10158' }) => ({
  object: 'permissions',
  entry: [{ ...ids, time: 1_800_000_000, changes: [{ field, value: { verb, target_ids: ['105'] } }] }],
})

test('a published page post yields a notice for each handle that a step may use', () => {
  assert.deepEqual(read(page({ item: 'status', verb: 'add', post_id: '105_7', published: 1 })), [
    { is: 'news', handle: '105_7' },
  ])
  assert.deepEqual(read(page({ item: 'video', verb: 'add', post_id: '105_8', video_id: '9' })), [
    { is: 'news', handle: '9' },
    { is: 'news', handle: '105_8' },
  ])
})

test('a comment that is written, changed or removed wakes the inbox of its page', () => {
  for (const verb of ['add', 'edited', 'remove', 'hide'])
    assert.deepEqual(read(page({ item: 'comment', verb, post_id: '105_7', comment_id: '7_1' })), [
      { is: 'talk', accountId: '105' },
    ])
})

test('reactions and changes to old posts are ignored', () => {
  assert.deepEqual(
    read(
      page(
        { item: 'reaction', verb: 'add', post_id: '105_7', reaction_type: 'like' },
        { item: 'status', verb: 'edited', post_id: '105_7' },
        { item: 'status', verb: 'remove', post_id: '105_7' },
      ),
    ),
    [],
  )
})

test('removing the app or a required permission counts as a revocation at the entry’s time', () => {
  const at = new Date('2027-01-15T08:00:00.000Z')
  assert.deepEqual(read(permissions('connected', 'revoked')), [{ is: 'revoked', principal: '10158', at }])
  assert.deepEqual(read(permissions('pages_manage_posts', 'revoked', { id: '10158' })), [
    { is: 'revoked', principal: '10158', at },
  ])
  assert.deepEqual(read(permissions('read_insights', 'revoked')), [])
  assert.deepEqual(read(permissions('connected', 'granted')), [])
})

test('an unquoted ID is read unless its last digits were lost', () => {
  assert.deepEqual(read(page({ item: 'video', verb: 'add', video_id: 7 })), [{ is: 'news', handle: '7' }])
  assert.deepEqual(read(page({ item: 'video', verb: 'add', video_id: 2 ** 60 })), [])
})

test('unreadable entries are skipped, and the others are read', () => {
  const good = page({ item: 'status', verb: 'add', post_id: '105_7' })
  const changes = [null, 7, { field: 'feed' }, { field: 'feed', value: { verb: 'add', post_id: '7_x' } }]
  const mixed = { object: 'page', entry: [null, 'x', { changes }, ...good.entry] }
  assert.deepEqual(read(mixed), [{ is: 'news', handle: '105_7' }])
  for (const bad of ['', 'no json', '[]', 'null', '{}', { object: 'page' }, { object: 'instagram', entry: good.entry }])
    assert.deepEqual(read(bad), [])
})
