import { days } from '../../../core/kit/clock.ts'
import { forbidden, gif, idOf, invalid, mp4, type OnX, png, refused, refuses, upload } from './kit.ts'

// As in refusals.test.ts, each test names the section of the network's description that it verifies. These are about
// files.

const badIds = invalid('Your media IDs are invalid.')
const withMedia = (on: OnX, ...media_ids: readonly string[]) => on.post('alice', { ...refused, media: { media_ids } })
refuses('x.md 3 Media: an unknown file', badIds, (on) => withMedia(on, '1'))
refuses('x.md 3 Media: someone else’s file', badIds, async (on) =>
  withMedia(on, await idOf(upload(on, png(), { as: 'bob' }))),
)
refuses('x.md 3 Media: an expired file', badIds, async (on) => {
  const id = await idOf(upload(on, png()))
  on.later(days(1))
  const { access: token } = await on.connect()
  return on.call('POST', '/2/tweets', { token, json: { ...refused, media: { media_ids: [id] } } })
})
refuses('x.md 4: an image with a GIF', badIds, async (on) => {
  const one = await idOf(upload(on, png()))
  const other = await idOf(upload(on, gif(), { type: 'image/gif', category: 'tweet_gif' }))
  on.later(1_500)
  return withMedia(on, one, other)
})
refuses('x.md 3 Media: a video that is still being processed', badIds, async (on) =>
  withMedia(on, await idOf(upload(on, mp4(), { type: 'video/mp4', category: 'tweet_video' }))),
)
refuses('x.md 3 Media: a file in a second post, if only one may use it', badIds, async (on) => {
  await on.settings({ mediaReusable: false })
  const id = await idOf(upload(on, png()))
  await on.post('alice', { text: 'first', media: { media_ids: [id] } })
  return withMedia(on, id)
})
refuses(
  'x.md 6: a video of three minutes without Premium',
  forbidden('This user is not allowed to post a video longer than 2 minutes'),
  async (on) => {
    const of = { type: 'video/mp4', category: 'amplify_video' }
    const id = await idOf(upload(on, mp4({ durationMs: 180_000 }), of))
    on.later(1_500)
    return withMedia(on, id)
  },
)

const begin = (on: OnX, more: object = {}) =>
  on.as('alice', 'POST', '/2/media/upload/initialize', {
    json: { media_type: 'image/png', total_bytes: 10, media_category: 'tweet_image', ...more },
  })
refuses('x.md 3 Media: an unsupported type', invalid(/^\$\.media_type: does not have a value/), (on) =>
  begin(on, { media_type: 'image/heic' }),
)
refuses('x.md 3 Media: a type of another category', invalid(/is not of the category tweet_video/), (on) =>
  begin(on, { media_category: 'tweet_video' }),
)
refuses('x.md 3 Media: a missing size', invalid('$.total_bytes: is missing but it is required'), (on) =>
  begin(on, { total_bytes: undefined }),
)
refuses('x.md 4: an image of more than 5 MB', invalid('File size exceeds 5242880 bytes.'), (on) =>
  begin(on, { total_bytes: 5_242_881 }),
)
refuses('x.md 4: a GIF of more than 15 MB', invalid('File size exceeds 15728640 bytes.'), (on) =>
  begin(on, { media_type: 'image/gif', media_category: 'tweet_gif', total_bytes: 15_728_641 }),
)
refuses('x.md 3 Media: missing segments', invalid(/Segments do not add up/), async (on) => {
  const id = await idOf(begin(on))
  return on.as('alice', 'POST', `/2/media/upload/${id}/finalize`)
})
refuses(
  'x.md 3 Media: a segment beyond the thousandth',
  invalid(/^\$\.segment_index: must have a maximum/),
  async (on) => {
    const id = await idOf(begin(on))
    return on.as('alice', 'POST', `/2/media/upload/${id}/append`, { json: { media: 'AAAA', segment_index: 1_000 } })
  },
)
refuses('x.md 3 Media: someone else’s upload', { status: 404, says: /Could not find media/ }, async (on) => {
  const id = await idOf(begin(on))
  return on.as('bob', 'POST', `/2/media/upload/${id}/finalize`)
})
refuses(
  'x.md 4: alt text of 1001 characters',
  invalid('$.metadata.alt_text.text: may only be 1000 characters long'),
  async (on) => {
    const id = await idOf(upload(on, png()))
    const json = { id, metadata: { alt_text: { text: 'x'.repeat(1_001) } } }
    return on.as('alice', 'POST', '/2/media/metadata', { json })
  },
)
refuses(
  'x.md 3 Media: a segment that is too large',
  { status: 413, says: 'Request Entity Too Large', type: 'about:blank' },
  async (on) => {
    await on.settings({ maxSegmentBytes: 2 })
    const id = await idOf(begin(on))
    return on.as('alice', 'POST', `/2/media/upload/${id}/append`, { json: { media: 'AAAA', segment_index: 0 } })
  },
)
refuses('x.md 3 Media: an upload that started a day ago', { status: 404, says: /Could not find media/ }, async (on) => {
  const id = await idOf(begin(on))
  on.later(days(1))
  const { access: token } = await on.connect()
  return on.call('POST', `/2/media/upload/${id}/finalize`, { token })
})
