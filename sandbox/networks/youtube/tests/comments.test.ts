import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startYoutube, uploadOnly } from './kit.ts'

// Each test names the page of Google's documentation that it verifies.

async function startWithVideo() {
  const on = await startYoutube()
  const id = await on.upload('alice')
  on.later(10_000)
  const { body } = await on.read('alice', 'channels?part=id&mine=true')
  const channelId: string = body.items[0].id
  const act = async (name: string, given: object): Promise<string> => {
    on.later(1_000)
    return (await on.act('alice', name, { with: given })).id
  }
  const threads = (query: string, as = 'alice') =>
    on.read(as, `commentThreads?part=snippet,replies&allThreadsRelatedToChannelId=${channelId}&${query}`)
  return { on, id, channelId, act, threads }
}
const textsIn = (
  items: readonly {
    readonly snippet: { readonly topLevelComment: { readonly snippet: { readonly textDisplay: string } } }
  }[],
) => items.map(({ snippet }) => snippet.topLevelComment.snippet.textDisplay)

test('commentThreads.list: pages are latest first, hold part of the replies, and name the video', async () => {
  const { on, id, act, threads } = await startWithVideo()
  await using _ = on
  const first = await act('comment', { body: 'a <b> & c' })
  for (let nth = 0; nth < 7; nth += 1) await act('comment', { body: `reply ${nth}`, to: first })
  await act('comment', { body: 'second' })
  const page = (await threads('maxResults=1&textFormat=plainText')).body
  assert.deepEqual([textsIn(page.items), page.pageInfo.resultsPerPage], [['second'], 1])
  const [next] = (await threads(`maxResults=1&pageToken=${page.nextPageToken}`)).body.items
  assert.deepEqual(
    [next.snippet.topLevelComment.snippet.textDisplay, next.snippet.videoId, next.snippet.totalReplyCount],
    ['a &lt;b&gt; &amp; c', id, 7],
  )
  assert.equal(next.replies.comments.length, 5)
  const all = await on.read('alice', `comments?part=snippet&parentId=${first}&maxResults=100`)
  assert.equal(all.body.items.length, 7)
  assert.equal(all.body.items[0].snippet.parentId, first)
})

test('commentThreads.list: held comments are listed in their state, and only for the owner', async () => {
  const { on, act, threads } = await startWithVideo()
  await using _ = on
  await act('comment', { body: 'held', status: 'heldForReview' })
  await act('comment', { body: 'spam', status: 'likelySpam' })
  assert.deepEqual((await threads('order=time')).body.items, [])
  assert.deepEqual(textsIn((await threads('moderationStatus=heldForReview')).body.items), ['held'])
  assert.deepEqual(textsIn((await threads('moderationStatus=likelySpam')).body.items), ['spam'])
  assert.equal((await threads('moderationStatus=likelySpam', 'bob')).status, 403)
})

test('commentThreads.list: wrong parameters are refused', async () => {
  const { on, act, threads, channelId } = await startWithVideo()
  await using _ = on
  const id = await act('comment', { body: 'one' })
  const reasonOf = async (path: string) => (await on.read('alice', path)).body.error?.errors[0].reason
  assert.equal(await reasonOf('commentThreads?part=snippet'), 'invalidFilters')
  assert.equal(await reasonOf(`commentThreads?part=snippet&id=${id}&videoId=x`), 'invalidFilters')
  assert.equal(await reasonOf(`commentThreads?part=snippet&id=${id}&order=time`), 'invalidFilters')
  assert.equal(await reasonOf('commentThreads?part=snippet&allThreadsRelatedToChannelId=UCx'), 'channelNotFound')
  assert.equal((await threads('maxResults=101')).body.error.errors[0].reason, 'invalidParameter')
  assert.equal((await threads('pageToken=x')).body.error.errors[0].reason, 'invalidPageToken')
  assert.equal(await reasonOf('comments?part=snippet&parentId=x'), 'commentNotFound')
  assert.equal(await reasonOf('comments?part=snippet'), 'operationNotSupported')
  const { access } = await on.connect('alice', uploadOnly)
  const path = `/youtube/v3/commentThreads?part=id&allThreadsRelatedToChannelId=${channelId}`
  assert.equal((await on.call('GET', path, { token: access })).status, 403)
})

test('quota cost: a list of comments costs one unit', async () => {
  const { on, threads } = await startWithVideo()
  await using _ = on
  await on.settings({ quotas: true, unitsPerDay: 4 })
  const statuses = []
  for (let nth = 0; nth < 4; nth += 1) statuses.push((await threads('')).status)
  assert.deepEqual(statuses, [200, 200, 200, 403])
})
