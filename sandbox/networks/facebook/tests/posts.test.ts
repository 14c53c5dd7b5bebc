import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes } from '../../../core/kit/clock.ts'
import { png, startFacebook } from './kit.ts'

test('text, a link and photos are each visible once, as sent', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const text = await on.call('POST', `/${page.id}/feed?fields=id,permalink_url`, {
    token: page.token,
    form: { message: 'Bread — «früh» ☀' },
  })
  assert.equal(text.status, 200, JSON.stringify(text.body))
  assert.ok(text.body.id.startsWith(`${page.id}_`))
  assert.equal(text.body.permalink_url, `${on.base}/${page.id}/posts/${text.body.id.split('_')[1]}`)
  const led = await on.call('GET', text.body.permalink_url)
  assert.equal(led.headers.get('location'), `${on.sandbox.url}/feed/facebook/alice-bakery#${text.body.id}`)
  const followed = await on.call('GET', `/${text.body.id}`, { headers: { accept: 'text/html' } })
  assert.equal(followed.headers.get('location'), led.headers.get('location'))
  await page.post({ message: 'Read this', link: 'https://example.com/a?b=1' })
  const photos = [
    await page.photo(png(640, 360), { published: 'false', alt_text_custom: 'A loaf' }),
    await page.photo(png(360, 640)),
  ]
  const ids = photos.map(({ body }) => body.id)
  assert.deepEqual(on.seen('alice-bakery').length, 2)
  const attached = Object.fromEntries(
    ids.map((id, at) => [`attached_media[${at}]`, JSON.stringify({ media_fbid: id })]),
  )
  const album = await page.post({ message: 'Two', ...attached })
  assert.deepEqual(
    on
      .seen('alice-bakery')
      .map(({ kind, text: of, media }) => [kind, of, media.map(({ kind: what, alt }) => [what, alt])]),
    [
      ['post', 'Bread — «früh» ☀', []],
      ['post', 'Read this', [['link', '']]],
      [
        'post',
        'Two',
        [
          ['image', 'A loaf'],
          ['image', ''],
        ],
      ],
    ],
  )
  const { body } = await page.edge(
    'published_posts?fields=id,message,created_time,application{id},attachments{media_type,target{id},subattachments{target{id}}}&limit=1',
  )
  assert.deepEqual(body.data[0], {
    id: album.body.id,
    message: 'Two',
    created_time: '2026-01-15T09:00:00+0000',
    application: { id: 'sandbox-app' },
    attachments: {
      data: [
        {
          media_type: 'album',
          target: { id: album.body.id.split('_')[1] },
          subattachments: { data: ids.map((id) => ({ target: { id } })) },
        },
      ],
    },
  })
  assert.ok(body.paging.next)
})

test('a single photo is its own post', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const { body } = await page.photo(png(9, 9), { caption: 'A roll', alt_text_custom: 'round' })
  assert.deepEqual(
    on.seen('alice-bakery').map(({ id, text }) => [id, text]),
    [[body.post_id, 'A roll']],
  )
})

// facebook.md, 2.9.
test('an unpublished post is invisible until it is published, by ID or at its scheduled time', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const made = await page.post({ message: 'manually', published: 'false' })
  const at = String(Date.UTC(2026, 0, 15, 9, 20) / 1_000)
  const timed = await page.post({ message: 'by time', published: 'false', scheduled_publish_time: at })
  assert.deepEqual(on.seen('alice-bakery'), [])
  const { data } = (await page.edge('scheduled_posts?fields=id,scheduled_publish_time')).body
  assert.deepEqual(data, [{ id: timed.body.id, scheduled_publish_time: Number(at) }])
  on.later(minutes(2))
  assert.equal((await page.send('POST', `/${made.body.id}`, { is_published: 'true' })).body.success, true)
  assert.equal((await page.send('POST', `/${made.body.id}`, { is_published: 'true' })).body.success, true)
  on.later(minutes(30))
  assert.deepEqual(
    (await page.edge('published_posts?fields=message,is_published')).body.data.map(
      ({ message }: { message: string }) => message,
    ),
    ['by time', 'manually'],
  )
  assert.deepEqual(
    on.seen('alice-bakery').map(({ text }) => text),
    ['manually', 'by time'],
  )
})

test('a post is edited and deleted by ID, and its list can be filtered by time', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const { body } = await page.post({ message: 'first' })
  on.later(hours(1))
  await page.post({ message: 'second' })
  const since = Date.UTC(2026, 0, 15, 9, 30) / 1_000
  assert.deepEqual((await page.edge(`published_posts?fields=message&since=${since}`)).body.data.length, 1)
  assert.deepEqual((await page.edge(`published_posts?fields=message&until=${since}`)).body.data[0].message, 'first')
  await page.send('POST', `/${body.id}`, { message: 'changed' })
  assert.equal((await page.send('DELETE', `/${body.id}`)).body.success, true)
  assert.equal((await page.get(`/${body.id}`)).body.error.error_subcode, 33)
  assert.deepEqual(
    on.seen('alice-bakery').map(({ kind, text }) => [kind, text]),
    [
      ['post', 'first'],
      ['post', 'second'],
      ['edit', 'changed'],
      ['delete', 'changed'],
    ],
  )
})

// facebook.md, 2.3: unattached photos expire in about a day.
test('an unused photo is deleted after a day', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  const { id } = (await page.photo(png(9, 9))).body
  on.later(days(1) + 1)
  const { body } = await page.post({ message: 'late', attached_media: JSON.stringify([{ media_fbid: id }]) })
  assert.deepEqual([body.error.code, body.error.error_subcode], [100, 33])
})
