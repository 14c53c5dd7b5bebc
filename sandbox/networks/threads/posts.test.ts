import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startThreads } from './for-tests.ts'

// "threads.md 3.1" and the like is the heading of the network's facts that a test holds the sandbox to.

test('threads.md 3.4 Text: a container is made, is ready, and is published once', async () => {
  await using on = await startThreads()
  const { status, body } = await on.create({ media_type: 'TEXT', text: 'hello' })
  assert.equal(status, 200)
  assert.deepEqual((await on.stateOf(body.id)).body, { id: body.id, status: 'FINISHED' })
  assert.deepEqual(on.seen('alice'), [])
  const { id } = (await on.publish(body.id)).body
  assert.notEqual(id, body.id)
  assert.equal((await on.stateOf(body.id)).body.status, 'PUBLISHED')
  assert.deepEqual(
    on.seen('alice').map(({ id: one, kind, text }) => [one, kind, text]),
    [[id, 'post', 'hello']],
  )
  const read = (await on.as('alice', 'GET', `/${id}?fields=id,permalink,shortcode,text,username,media_type`)).body
  assert.deepEqual([read.text, read.username, read.media_type], ['hello', 'alice', 'TEXT_POST'])
  assert.equal(read.permalink, `${on.base}/@alice/post/${read.shortcode}`)
  const page = await on.call('GET', read.permalink)
  assert.equal(page.headers.get('location'), `${on.sandbox.url}/feed/threads/alice#${id}`)
})
