import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInstagram } from './kit.ts'

// "instagram.md 2.1" and the like name the section of the network's facts that a test verifies.

test('instagram.md 2.6: a picture is prepared, asked for its state, published once, and read back', async () => {
  await using on = await startInstagram()
  const { body } = await on.create({ image_url: on.at('a.jpg'), caption: 'one #tag', alt_text: 'A' })
  assert.deepEqual((await on.stateOf(body.id)).body, {
    id: body.id,
    status_code: 'FINISHED',
    status: 'Finished: Media has been uploaded and it is ready to be published.',
  })
  const { id } = (await on.publish(body.id)).body
  assert.equal((await on.stateOf(body.id)).body.status_code, 'PUBLISHED')
  assert.equal((await on.publish(body.id)).body.error.code, 100)
  const fields = 'id,caption,media_type,media_product_type,permalink,shortcode,timestamp,like_count,comments_count'
  const post = (await on.as('alice', 'GET', `/${id}?fields=${fields}`)).body
  assert.deepEqual(
    [post.caption, post.media_type, post.media_product_type, post.like_count, post.comments_count],
    ['one #tag', 'IMAGE', 'FEED', 0, 0],
  )
  assert.equal(post.permalink, `${on.base}/p/${post.shortcode}/`)
  const shown = await on.call('GET', post.permalink)
  assert.deepEqual([shown.status, shown.headers.get('location')], [302, `${on.sandbox.url}/feed/instagram/alice#${id}`])
  assert.deepEqual(
    on.seen('alice').map(({ id: one, kind, text, media }) => [one, kind, text, media[0]?.alt]),
    [[id, 'post', 'one #tag', 'A']],
  )
})
