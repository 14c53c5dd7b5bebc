import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailed } from '#connectors/connector.ts'
import { startReading } from './inbox-kit.ts'
import { bluesky } from './networks/bluesky.ts'
import { facebook } from './networks/facebook.ts'
import { instagram } from './networks/instagram.ts'
import { mastodon } from './networks/mastodon.ts'
import { threads } from './networks/threads.ts'
import { x } from './networks/x.ts'
import { youtube } from './networks/youtube.ts'

/** `edits`: comments can be edited there. `datesEdits`: the network states the time of an edit. */
const tested = [
  { network: bluesky, edits: true, datesEdits: false },
  { network: mastodon, edits: true, datesEdits: true },
  { network: facebook, edits: true, datesEdits: false },
  { network: instagram, edits: false, datesEdits: false },
  { network: threads, edits: true, datesEdits: false },
  { network: youtube, edits: true, datesEdits: true },
  { network: x, edits: false, datesEdits: false },
]
type Network = (typeof tested)[number]['network']

const wordsOf = (text: string) => text.replace('@alice ', '')

/** Publishes a post with three comments, and reads them. */
async function start(t: Parameters<typeof startReading>[0], network: Network) {
  const it = await startReading(t, network)
  const postId = await it.publish('Ask me anything')
  const ids: string[] = []
  for (const text of ['first', 'second', 'third']) ids.push(await it.comment(text))
  await it.readNew()
  const [first = '', second = '', third = ''] = ids
  return { ...it, postId, ids, first, second, third, look: () => it.again(ids, postId) }
}

for (const { network, edits, datesEdits } of tested) {
  const { network: name } = network.connector

  test(`${name}: items that are read again are found, and a deleted one is missing`, async (t) => {
    const { look, ids, second, act } = await start(t, network)
    const all = await look()
    assert.deepEqual(new Set(all.found.map(({ remoteId }) => remoteId)), new Set(ids))
    assert.deepEqual([all.missing, all.unclear], [[], []])
    await act('delete_comment', { id: second })
    const { found, missing, unclear } = await look()
    assert.deepEqual([missing, unclear], [[second], []])
    assert.deepEqual(new Set(found.map(({ text }) => wordsOf(text))), new Set(['first', 'third']))
  })

  if (edits)
    test(`${name}: an item that was edited is read with its new text${datesEdits ? ' and the time of the edit' : ''}`, async (t) => {
      const { look, first, act, stand } = await start(t, network)
      stand.later(60_000)
      await act('edit_comment', { id: first, body: 'changed' })
      const one = (await look()).found.find(({ remoteId }) => remoteId === first)
      assert.equal(wordsOf(one?.text ?? ''), 'changed')
      assert.equal(one?.editedAt?.getTime() ?? null, datesEdits ? stand.now().getTime() : null)
    })

  for (const kind of ['error_before', 'rate_limit', 'reset'] as const)
    test(`${name}: a look that fails (${kind}) reports nothing as missing`, async (t) => {
      const { look, stand } = await start(t, network)
      stand.fault({ kind, times: 50 })
      await assert.rejects(look(), CallFailed)
    })
}

const restricting = [
  { network: facebook, restrict: 'ban_commenter' },
  { network: instagram, restrict: 'restrict_commenter' },
] as const

for (const { network, restrict } of restricting) {
  const { network: name } = network.connector
  test(`${name}: what the network hides of restricted people is unclear, and so is what others delete`, async (t) => {
    const { again, publish, comment, act, readNew } = await startReading(t, network)
    const postId = await publish('Ask me anything')
    const ofBob = await comment('first', { by: 'bob' })
    const ofCarla = await comment('second', { by: 'carla' })
    await readNew()
    await act(restrict, { by: 'carla' })
    const restricted = await again([ofBob, ofCarla], postId)
    assert.deepEqual([restricted.missing, restricted.unclear], [[], [ofCarla]])
    await act('delete_comment', { id: ofBob })
    assert.deepEqual((await again([ofBob, ofCarla], postId)).unclear.toSorted(), [ofBob, ofCarla].toSorted())
  })
}

test('threads: a reply by a restricted person is found', async (t) => {
  const { again, publish, comment, act } = await startReading(t, threads)
  const postId = await publish('Ask me anything')
  const id = await comment('first', { by: 'carla' })
  await act('restrict_commenter', { by: 'carla' })
  assert.deepEqual(
    (await again([id], postId)).found.map(({ text }) => text),
    ['first'],
  )
})

for (const { network, list, empty } of [
  { network: bluesky, list: 'getPosts', empty: '{"posts":[]}' },
  { network: mastodon, list: '/api/v1/statuses?', empty: '[]' },
])
  test(`${network.connector.network}: what only the account cannot see is unclear, as with a person who blocks it`, async (t) => {
    const { look, ids, stand } = await start(t, network)
    stand.standBetween(async (request, send) => {
      const answer = await send(request)
      return request.url.includes(list) ? { ...answer, body: Buffer.from(empty) } : answer
    })
    const { found, missing, unclear } = await look()
    assert.deepEqual([found, missing, unclear.toSorted()], [[], [], ids.toSorted()])
  })

test('mastodon: a server without the call for several statuses is read one by one', async (t) => {
  const { look, second, act, stand } = await start(t, mastodon)
  stand.sandbox.network('mastodon').settings?.change({ version: '4.2.0' })
  await act('delete_comment', { id: second })
  const { found, missing } = await look()
  assert.deepEqual([found.length, missing], [2, [second]])
})

test('youtube: fifty comments are read again for one unit', async (t) => {
  const { again, publish, comment, stand } = await startReading(t, youtube)
  const postId = await publish('At dawn')
  const ids: string[] = []
  for (let nth = 0; nth < 50; nth += 1) ids.push(await comment(`question ${nth}`))
  const before = stand.callsSince(0).length
  assert.equal((await again(ids, postId)).found.length, 50)
  assert.equal(stand.callsSince(0).length - before, 1)
})
