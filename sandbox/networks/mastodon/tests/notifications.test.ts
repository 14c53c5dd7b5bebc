import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMastodon } from './kit.ts'

type Shown = { type: string; status: { id: string; content: string }; account: { acct: string } }

test('mentions and quotes are listed newest first, once each, and pages continue below and above an ID', async () => {
  await using on = await startMastodon()
  const own = (await on.post('alice', { status: 'We open at nine' })).body.id
  await on.post('bob', { status: '@alice even on Sunday?', in_reply_to_id: own })
  await on.post('carla', { status: 'Good to know', quoted_status_id: own })
  await on.post('carla', { status: 'and @alice, twice @alice', quoted_status_id: own })
  await on.post('bob', { status: 'a reply that names no one', in_reply_to_id: own })
  await on.post('alice', { status: 'to myself: @alice' })
  const list = async (query = '') => (await on.call('GET', `/api/v1/notifications${query}`, { as: 'alice' })).body
  const all: (Shown & { id: string })[] = await list()
  assert.deepEqual(
    all.map(({ type, account }) => [type, account.acct]),
    [
      ['mention', 'carla'],
      ['quote', 'carla'],
      ['mention', 'bob'],
    ],
  )
  const [newest, , oldest] = all
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  assert.deepEqual(idsOf(await list(`?since_id=${newest?.id}`)), [])
  assert.deepEqual(idsOf(await list(`?min_id=${oldest?.id}&limit=1`)), [all[1]?.id])
  assert.deepEqual(idsOf(await list(`?max_id=${newest?.id}&types[]=mention`)), [oldest?.id])
  assert.equal((await on.call('GET', '/api/v1/notifications')).status, 401)
})

test('a notification ends with its status, and a direct message reaches only its reader', async () => {
  await using on = await startMastodon()
  const { id } = (await on.post('bob', { status: '@alice psst', visibility: 'direct' })).body
  const of = async (as: string) => (await on.call('GET', '/api/v1/notifications', { as })).body
  assert.deepEqual([(await of('alice')).length, (await of('carla')).length], [1, 0])
  await on.call('DELETE', `/api/v1/statuses/${id}`, { as: 'bob' })
  assert.deepEqual(await of('alice'), [])
})
