import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startThreads } from './kit.ts'

type Row = { readonly id: string; readonly text: string; readonly [field: string]: unknown }

test('others reply at any depth; replies state whose they are and whether they are hidden, also below deleted ones', async () => {
  await using on = await startThreads()
  const post = await on.post('We open at nine')
  const say = async (body: string, to?: string, by?: string): Promise<string> =>
    (await on.act('alice', 'comment', { with: { body, to, by } })).id
  const first = await say('even on Sunday?')
  const own = await say('yes', first, 'alice')
  const deep = await say('thanks', own, 'carla')
  const list = async (query = ''): Promise<Row[]> => {
    const fields = 'id,text,username,replied_to,root_post,is_reply_owned_by_me,hide_status'
    return (await on.as('alice', 'GET', `/${post}/conversation?fields=${fields}&${query}`)).body.data
  }
  assert.deepEqual(await list('reverse=false&limit=2'), [
    {
      id: first,
      text: 'even on Sunday?',
      username: 'bob',
      replied_to: { id: post },
      root_post: { id: post },
      is_reply_owned_by_me: false,
      hide_status: 'NOT_HUSHED',
    },
    {
      id: own,
      text: 'yes',
      username: 'alice',
      replied_to: { id: first },
      root_post: { id: post },
      is_reply_owned_by_me: true,
      hide_status: 'NOT_HUSHED',
    },
  ])
  await on.act('alice', 'hide_comment', { with: { id: first } })
  assert.equal((await list()).find(({ id }) => id === first)?.hide_status, 'HIDDEN')
  await on.act('alice', 'delete_comment', { with: { id: own } })
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [deep, first],
  )
  await on.act('alice', 'restrict_commenter', { with: { by: 'carla' } })
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [first],
  )
})
