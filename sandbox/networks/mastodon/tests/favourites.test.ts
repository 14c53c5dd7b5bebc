import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMastodon } from './kit.ts'

test('a status is a favourite once, until it is none, and only one that exists', async () => {
  await using on = await startMastodon()
  const { id } = (await on.post('bob', { status: 'Good morning' })).body
  const act = async (what: string, of = id) => {
    const { status, body } = await on.call('POST', `/api/v1/statuses/${of}/${what}`, { as: 'alice' })
    return [status, body.favourited ?? body.error, body.favourites_count]
  }
  assert.deepEqual(await act('favourite'), [200, true, 1])
  assert.deepEqual(await act('favourite'), [200, true, 1])
  const seenBy = async (as: string) => (await on.call('GET', `/api/v1/statuses/${id}`, { as })).body.favourited
  assert.deepEqual([await seenBy('alice'), await seenBy('bob')], [true, false])
  assert.deepEqual(await act('unfavourite'), [200, false, 0])
  assert.deepEqual(await act('unfavourite'), [200, false, 0])
  assert.deepEqual((await act('favourite', '1')).slice(0, 2), [404, 'Record not found'])
  assert.equal((await on.call('POST', `/api/v1/statuses/${id}/favourite`)).status, 401)
})
