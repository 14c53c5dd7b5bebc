import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { idOf, mp4, type OnX, png, startX, upload } from './kit.ts'

const timeline = async (on: OnX, query = '') => {
  const { id } = (await on.as('alice', 'GET', '/2/users/me')).body.data
  return on.as('alice', 'GET', `/2/users/${id}/tweets?max_results=5${query}`)
}

test('x.md 3 Create: a post has an ID beyond 2^53 and is returned with short links; it can be opened under its author’s name', async () => {
  await using on = await startX()
  const text = 'See foo.dev & https://example.com/a?b=1 #harbour @bob_1 $ACME <ok>'
  const { status, body } = await on.post('alice', { text })
  const { id } = body.data
  assert.equal(status, 201)
  assert.ok(BigInt(id) > 2n ** 53n)
  assert.deepEqual(body.data.edit_history_post_ids, [id])
  assert.match(
    body.data.text,
    /^See https:\/\/t\.co\/\w{10} &amp; https:\/\/t\.co\/\w{10} #harbour @bob_1 \$ACME &lt;ok&gt;$/,
  )
  assert.deepEqual(
    on.seen('alice').map((one) => [one.id, one.kind, one.text]),
    [[id, 'post', text]],
  )
  for (const path of [`/alice/status/${id}`, `/i/web/status/${id}`]) {
    const page = await on.call('GET', path)
    assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/x/alice#${id}`)
  }
})

test('x.md 3 recovery: the timeline has the targets and positions of short links, and no older posts', async () => {
  await using on = await startX()
  await on.post('alice', { text: 'long ago' })
  on.later(minutes(10))
  const since = on.sandbox.clock.now().toISOString()
  const media = await idOf(upload(on, png()))
  const text = 'né https://example.com/a and foo.dev'
  const id = await idOf(on.post('alice', { text, media: { media_ids: [media] } }))
  const { body } = await timeline(on, `&start_time=${since}&tweet.fields=created_at,entities,attachments`)
  assert.deepEqual(body.meta, { result_count: 1, newest_id: id, oldest_id: id })
  const [post] = body.data
  assert.deepEqual(post.attachments.media_keys, [`3_${media}`])
  assert.match(post.created_at, /:00\.000Z$/)
  const [first, second, picture] = post.entities.urls
  assert.equal([...post.text].slice(first.start, first.end).join(''), first.url)
  assert.deepEqual([first.expanded_url, second.expanded_url], ['https://example.com/a', 'http://foo.dev'])
  assert.deepEqual([picture.media_key, picture.expanded_url], [`3_${media}`, null])
  assert.ok(post.text.endsWith(` ${picture.url}`))
})

test('a timeline is paged, newest first, and may lag behind', async () => {
  await using on = await startX()
  const ids: string[] = []
  for (let nr = 0; nr < 7; nr += 1) ids.unshift(await idOf(on.post('alice', { text: `no. ${nr}` })))
  const first = await timeline(on)
  const next = await timeline(on, `&pagination_token=${first.body.meta.next_token}`)
  const listedIds = [...first.body.data, ...next.body.data].map(({ id }: { id: string }) => id)
  assert.deepEqual([listedIds, next.body.meta.next_token], [ids, undefined])
  assert.equal((await timeline(on, `&since_id=${ids[0]}`)).body.meta.result_count, 0)
  await on.settings({ timelineLagMs: 1_000 })
  assert.deepEqual((await timeline(on)).body, { meta: { result_count: 0 } })
  on.later(1_000)
  assert.equal((await timeline(on)).body.meta.result_count, 5)
})

test('x.md 3 Thread: replies to oneself and to another person’s mention are linked; a deleted post is gone, but stays in the ledger', async () => {
  await using on = await startX()
  const root = await idOf(on.post('alice', { text: 'one for @bob' }))
  on.later(4_000)
  const reply = await idOf(on.post('alice', { text: 'two', reply: { in_reply_to_tweet_id: root } }))
  const answer = await idOf(
    on.post('bob', { text: `@alice ${'x'.repeat(280)}`, reply: { in_reply_to_tweet_id: root } }),
  )
  const query = 'tweet.fields=referenced_tweets,conversation_id,in_reply_to_user_id,public_metrics'
  const { body } = await on.as('alice', 'GET', `/2/tweets?ids=${root},${reply},${answer}&${query}`)
  assert.equal(body.data[0].public_metrics.reply_count, 2)
  assert.deepEqual(body.data[1].referenced_tweets, [{ type: 'replied_to', id: root }])
  assert.deepEqual([body.data[2].conversation_id, body.data[1].conversation_id], [root, root])
  assert.deepEqual(
    on.seen('alice').map(({ kind, replyTo }) => [kind, replyTo]),
    [
      ['post', null],
      ['reply', root],
    ],
  )
  const gone = await on.as('alice', 'DELETE', `/2/tweets/${reply}`)
  assert.deepEqual(gone.body, { data: { deleted: true } })
  assert.equal((await on.as('alice', 'DELETE', `/2/tweets/${reply}`)).status, 404)
  assert.deepEqual(on.seen('alice').at(-1)?.kind, 'delete')
  assert.equal((await on.post('alice', { text: 'two' })).status, 201)
})

test('x.md 3: a text may be repeated after a day, and immediately if duplicates are allowed', async () => {
  await using on = await startX()
  await on.post('alice', { text: 'good morning' })
  assert.equal((await on.post('bob', { text: 'good morning' })).status, 201)
  assert.equal((await on.post('alice', { text: 'good morning' })).status, 403)
  await on.settings({ refusesDuplicates: false })
  assert.equal((await on.post('alice', { text: 'good morning' })).status, 201)
  await on.settings({ refusesDuplicates: true, accessTokenMs: days(3) })
  on.later(days(1) + 1)
  const { access: token } = await on.connect()
  assert.equal((await on.call('POST', '/2/tweets', { token, json: { text: 'good morning' } })).status, 201)
})

test('x.md 4: with Premium, a text may be long; it is returned truncated, and in full as a note', async () => {
  await using on = await startX()
  const text = `${'word '.repeat(99)}foo.dev`
  const id = await idOf(on.post('carla', { text }))
  const { body } = await on.as('carla', 'GET', `/2/tweets?ids=${id}&tweet.fields=note_tweet`)
  assert.match(body.data[0].text, /^(word )+word…$/)
  assert.match(body.data[0].note_tweet.text, /^(word ){99}https:\/\/t\.co\/\w{10}$/)
  await on.act('alice', 'give_premium')
  assert.equal((await on.post('alice', { text })).status, 201)
  const me = await on.as('carla', 'GET', '/2/users/me?user.fields=subscription_type,verified_type,public_metrics')
  assert.deepEqual([me.body.data.subscription_type, me.body.data.verified_type], ['Premium', 'blue'])
  assert.equal(me.body.data.public_metrics.tweet_count, 1)
})

test('x.md 5: counters grow; private counters are visible only to the author, for 30 days, under the old or the new names', async () => {
  await using on = await startX()
  const video = await idOf(upload(on, mp4(), { type: 'video/mp4', category: 'tweet_video' }))
  on.later(1_500)
  const id = await idOf(on.post('alice', { text: 'count me', media: { media_ids: [video] } }))
  const query = `/2/tweets?ids=${id},1&tweet.fields=public_metrics,non_public_metrics&expansions=attachments.media_keys&media.fields=public_metrics,duration_ms`
  const read = async (as: string) => {
    const { access: token } = await on.connect(as)
    return (await on.call('GET', query, { token })).body
  }
  const first = await read('alice')
  on.later(hours(5))
  const later = await read('alice')
  const [before, after] = [first.data[0].public_metrics, later.data[0].public_metrics]
  for (const name of ['retweet_count', 'like_count', 'quote_count', 'bookmark_count', 'impression_count'])
    assert.ok(after[name] >= before[name] && Number.isInteger(after[name]), name)
  assert.ok(after.impression_count > before.impression_count)
  assert.ok(later.data[0].non_public_metrics.impression_count > 0)
  assert.ok(later.includes.media[0].public_metrics.view_count > 0)
  assert.equal(later.includes.media[0].duration_ms, 4_000)
  assert.deepEqual(
    later.errors.map(({ type, value }: Record<string, string>) => [type, value]),
    [['https://api.x.com/2/problems/resource-not-found', '1']],
  )
  const denied = 'https://api.x.com/2/problems/not-authorized-for-field'
  assert.equal((await read('bob')).errors[1].type, denied)
  await on.settings({ newNames: true })
  on.later(days(30))
  const old = await read('alice')
  assert.deepEqual([old.errors[1].type, old.data[0].non_public_metrics], [denied, undefined])
  assert.ok('repost_count' in old.data[0].public_metrics)
})

test('x.md 6 Headers: the headers contain a person’s post limit per 15 minutes and the app’s limit per day', async () => {
  await using on = await startX()
  const quiet = await on.post('alice', { text: 'no. 0' })
  assert.deepEqual(
    [quiet.headers.get('x-rate-limit-limit'), quiet.headers.get('x-rate-limit-remaining')],
    ['100', '99'],
  )
  assert.ok(quiet.headers.get('x-transaction-id'))
  await on.settings({ rateLimits: true, createLimit: 2, createAppDayLimit: 4 })
  const tell = async (as: string, text: string) => {
    const { status, headers } = await on.post(as, { text })
    return [status, headers.get('x-rate-limit-remaining'), headers.get('x-app-limit-24hour-remaining')]
  }
  assert.deepEqual(await tell('alice', 'no. 1'), [201, '1', '3'])
  assert.deepEqual(await tell('alice', 'no. 1'), [403, null, null])
  const full = await on.post('alice', { text: 'no. 2' })
  assert.deepEqual([full.status, full.body.title], [429, 'Too Many Requests'])
  const resetsAt = Number(full.headers.get('x-rate-limit-reset')) * 1_000
  assert.equal(resetsAt - on.sandbox.clock.ms(), 900_000)
  assert.deepEqual(await tell('bob', 'no. 3'), [201, '1', '1'])
  on.later(minutes(15))
  assert.deepEqual(await tell('alice', 'no. 4'), [201, '1', '0'])
  assert.equal((await tell('carla', 'no. 5'))[0], 429)
})

test('x.md 2 Usage: only the app sees how many posts it has read per day', async () => {
  await using on = await startX()
  await on.post('alice', { text: 'read me' })
  await timeline(on)
  const form = { grant_type: 'client_credentials' }
  const token = (await on.call('POST', '/oauth2/token', { basic: on.basic, form })).body.access_token
  const { body } = await on.call('GET', '/2/usage/tweets', { token })
  assert.deepEqual([body.data.project_usage, body.data.project_cap, body.data.cap_reset_day], ['1', '3000000', 1])
  await on.settings({ usageAsText: false })
  const days = await on.call('GET', '/2/usage/tweets?days=2&usage.fields=daily_project_usage', { token })
  assert.deepEqual(
    days.body.data.daily_project_usage.usage.map(({ usage }: { usage: number }) => usage),
    [1, 0],
  )
})

test('x.md 2: missing credits and reached caps stop every call except getMe; restoring the app restores it for everyone', async () => {
  await using on = await startX()
  await on.act('alice', 'run_out_of_credits')
  assert.equal((await on.post('alice', { text: 'a' })).status, 402)
  assert.equal((await on.as('alice', 'GET', '/2/users/me')).status, 200)
  await on.act('alice', 'restore_app')
  assert.equal((await on.post('alice', { text: 'a' })).status, 201)
})

test('faults use the network’s error format', async () => {
  await using on = await startX()
  const { access: token } = await on.connect()
  const ask = async (rule: object) => {
    await on.fault({ times: 1, ...rule })
    const { status, headers, body } = await on.call('POST', '/2/tweets', { token, json: { text: 'x' } })
    return [status, body.title, headers.get('x-rate-limit-reset') !== null]
  }
  assert.deepEqual(await ask({ kind: 'error_before' }), [503, 'Service Unavailable', false])
  assert.deepEqual(await ask({ kind: 'expired_token' }), [401, 'Unauthorized', false])
  assert.deepEqual(await ask({ kind: 'reject' }), [400, 'Invalid Request', false])
  assert.deepEqual(await ask({ kind: 'rate_limit', retryAfterMs: 60_000 }), [429, 'Too Many Requests', true])
  // A rejected file has no text that could be too long.
  await on.fault({ times: 1, kind: 'reject' })
  const file = { media_type: 'image/png', total_bytes: 9, media_category: 'tweet_image' }
  const { body: refusal } = await on.call('POST', '/2/media/upload/initialize', { token, json: file })
  assert.match(refusal.detail, /parameters to your request/)
  assert.deepEqual(on.seen('alice'), [])
  assert.deepEqual(await ask({ kind: 'error_after' }), [503, 'Service Unavailable', false])
  assert.deepEqual(
    on.seen('alice').map(({ text }) => text),
    ['x'],
  )
  const { refresh } = await on.connect()
  await on.fault({ kind: 'revoked_token', call: 'token', times: 1 })
  assert.equal((await on.refresh(refresh)).body.error, 'invalid_grant')
  assert.equal((await on.refresh(refresh)).status, 200)
})

test('the feed shows the post with its links, images and poll', async () => {
  await using on = await startX()
  const media = await idOf(upload(on, png()))
  await on.post('alice', { text: 'look at foo.dev <b>', media: { media_ids: [media] } })
  await on.post('alice', { text: 'which?', poll: { options: ['left', 'right'], duration_minutes: 60 } })
  const page = await (await fetch(`${on.sandbox.url}/feed/x/alice`)).text()
  assert.match(page, /<a href="http:\/\/foo\.dev"[^>]*>foo\.dev<\/a> &lt;b&gt;/)
  assert.match(page, new RegExp(`<img src="/media/x/${media}"`))
  assert.match(page, /<li>left<\/li><li>right<\/li>/)
})
