import { days } from '../../../core/kit/clock.ts'
import {
  allScopes,
  image,
  pinWith,
  png,
  recipes,
  refuses,
  sampleVideo,
  secretBoard,
  send,
  sendVideo,
  source,
} from './kit.ts'

// Each test's name begins with the section of the network's description that it verifies.

const failed = { status: 401, code: 2, says: 'Authentication failed.' }
const bad = (says: string | RegExp) => ({ status: 400, code: 1, says })

refuses('pinterest.md 5: an unknown token', failed, (on) =>
  on.call('POST', '/pins', { token: 'pina_guessed.x', json: pinWith() }),
)
refuses('pinterest.md 5: no token at all', failed, (on) => on.call('POST', '/pins', { json: pinWith() }))
refuses('pinterest.md 1: a token after 30 days', { status: 401, code: 1_104 }, async (on) => {
  const { access: token } = await on.connect()
  on.later(days(30))
  return on.call('POST', '/pins', { token, json: pinWith() })
})
refuses('pinterest.md 1: a token after the password was changed', failed, async (on) => {
  const { access: token } = await on.connect()
  await on.act('alice', 'change_password')
  return on.call('POST', '/pins', { token, json: pinWith() })
})
refuses('pinterest.md 1 Trial: a production token in the API sandbox', failed, async (on) => {
  const { access: token } = await on.connect()
  await on.settings({ environment: 'sandbox' })
  return on.call('GET', '/user_account', { token })
})
refuses('pinterest.md 1 Scopes: a pin without pins:write', { status: 403, code: 3, says: /pins:write/ }, async (on) => {
  const { access: token } = await on.connect('alice', 'boards:read,boards:write,pins:read')
  return on.call('POST', '/pins', { token, json: pinWith() })
})
refuses('pinterest.md 1 Scopes: a secret board', { status: 403, code: 3, says: /boards:write_secret/ }, (on) =>
  on.pin('alice', pinWith({ board_id: secretBoard })),
)
refuses(
  'pinterest.md 1 Trial: a pin in production',
  { status: 403, code: 29, says: /^Apps with Trial access may not create Pins in production/ },
  async (on) => {
    await on.settings({ access: 'trial' })
    return on.pin('alice', pinWith())
  },
)
refuses('pinterest.md 1 Trial: the same text with code 3', { status: 403, code: 3, says: /Trial/ }, async (on) => {
  await on.settings({ access: 'trial', trialCode: 3 })
  return on.pin('alice', pinWith())
})
refuses('pinterest.md 5: a disapproved account', { status: 403, code: 2_625 }, async (on) => {
  await on.act('alice', 'disapprove')
  return on.pin('alice', pinWith())
})
refuses('pinterest.md 5: an account under review', { status: 403, code: 2_626 }, async (on) => {
  await on.act('alice', 'review')
  return on.pin('alice', pinWith())
})

refuses('pinterest.md 6: a board by its name', bad("'recipes' does not match '^\\d+$'"), (on) =>
  on.pin('alice', pinWith({ board_id: 'recipes' })),
)
refuses('pinterest.md 2: no board', bad("'board_id' is a required property"), (on) =>
  on.pin('alice', pinWith({ board_id: undefined })),
)
refuses('pinterest.md 5: a missing board', { status: 404, code: 40, says: 'Board not found.' }, (on) =>
  on.pin('alice', pinWith({ board_id: '1' })),
)
refuses('pinterest.md 5: someone else’s board', { status: 403, code: 7 }, async (on) => {
  const [board] = await on.boards('bob')
  return on.pin('alice', pinWith({ board_id: board?.id }))
})
refuses('pinterest.md 2: a board that is not ready yet', { status: 404, code: 40 }, async (on) => {
  await on.settings({ boardReadyMs: 3_000 })
  const { body } = await on.as('alice', 'POST', '/boards', { json: { name: 'New' } })
  return on.pin('alice', pinWith({ board_id: body.id }))
})

refuses('pinterest.md 3: no media', bad("'media_source' is a required property"), (on) =>
  on.pin('alice', pinWith({ media_source: undefined })),
)
refuses('pinterest.md 3: a title of 101 characters', bad(/maxLength=100/), (on) =>
  on.pin('alice', pinWith({ title: 'ä'.repeat(101) })),
)
refuses('pinterest.md 3: a description of 801 characters', bad(/maxLength=800/), (on) =>
  on.pin('alice', pinWith({ description: `refused${'ä'.repeat(794)}` })),
)
refuses('pinterest.md 3: an alt text of 501 characters', bad(/maxLength=500/), (on) =>
  on.pin('alice', pinWith({ alt_text: 'ä'.repeat(501) })),
)
refuses('pinterest.md 3: a link of 2049 characters', bad(/maxLength=2048/), (on) =>
  on.pin('alice', pinWith({ link: `https://example.com/${'x'.repeat(2_029)}` })),
)
refuses('pinterest.md 3: a link that is not a web URL', bad(/not a valid link/), (on) =>
  on.pin('alice', pinWith({ link: 'javascript:alert(1)' })),
)
refuses('pinterest.md 3: a link on the spam list', { status: 400, code: 2_409, says: /blocked this link/ }, (on) =>
  on.pin('alice', pinWith({ link: 'https://bit.ly/x' })),
)
refuses('pinterest.md 2: an invalid color', bad(/does not match/), (on) =>
  on.pin('alice', pinWith({ dominant_color: 'red' })),
)
refuses('pinterest.md 2: an unknown field', bad(/Additional properties/), (on) =>
  on.pin('alice', pinWith({ publish_at: 'tomorrow' })),
)

refuses('pinterest.md 2: another type of file in base64', bad(/image\/webp/), (on) =>
  on.pin('alice', pinWith({ media_source: { ...source(), content_type: 'image/webp' } })),
)
refuses('pinterest.md 3: a file that is not an image', bad(/not valid/), (on) =>
  on.pin('alice', pinWith({ media_source: source(Buffer.from('no picture at all')) })),
)
refuses('pinterest.md 3: an image with another declared type', bad(/not valid|not of the type/), (on) =>
  on.pin('alice', pinWith({ media_source: { ...source(), content_type: 'image/jpeg' } })),
)
refuses('pinterest.md 3: an image that is too large', bad('The image is too large.'), async (on) => {
  await on.settings({ maxImageBytes: 100 })
  return on.pin('alice', pinWith({ media_source: source(png(600, 900, 101)) }))
})
refuses('pinterest.md 3: an image that is too small, if the rule is on', bad(/too small/), async (on) => {
  await on.settings({ minImageWidth: 200, minImageHeight: 300 })
  return on.pin('alice', pinWith({ media_source: source(png(199, 300)) }))
})
refuses('pinterest.md 5: an unreachable URL', bad(/^Unable to reach the URL/), (on) =>
  on.pin('alice', pinWith({ media_source: { source_type: 'image_url', url: 'https://elsewhere.example/a.png' } })),
)
const many = (items: readonly object[]) => pinWith({ media_source: { source_type: 'multiple_image_base64', items } })
refuses('pinterest.md 3: a carousel of one image', bad(/minItems=2/), (on) => on.pin('alice', many([image()])))
refuses('pinterest.md 3: a carousel of six images', bad(/constraint: maxItems=5/), (on) =>
  on.pin('alice', many(Array.from({ length: 6 }, () => image()))),
)
refuses('pinterest.md 2: a carousel of two shapes', bad(/same dimensions/), (on) =>
  on.pin('alice', many([image(), image(png(900, 600))])),
)
refuses('pinterest.md 2: a carousel after their withdrawal', bad(/multiple_image_base64/), async (on) => {
  await on.settings({ carousels: false })
  return on.pin('alice', many([image(), image()]))
})

const frame = { cover_image_key_frame_time: 0 }
const video = (media_id: string, more: object = frame) =>
  pinWith({ media_source: { source_type: 'video_id', media_id, ...more } })
refuses('pinterest.md 2 Video: no cover', bad(/cover_image_url or cover_image_content_type/), async (on) => {
  const id = await sendVideo(on)
  on.later(2_000)
  return on.pin('alice', video(id, {}))
})
refuses('pinterest.md 2 Video: two covers', bad(/Exactly one/), async (on) => {
  const id = await sendVideo(on)
  on.later(2_000)
  return on.pin('alice', video(id, { ...frame, cover_image_url: 'https://example.com/a.png' }))
})
refuses('pinterest.md 2 Video: a video that is not ready', bad(/'processing'/), async (on) =>
  on.pin('alice', video(await sendVideo(on))),
)
refuses('pinterest.md 3: a video of three seconds', bad(/'failed'/), async (on) => {
  const id = await sendVideo(on, sampleVideo(3_000))
  on.later(2_000)
  return on.pin('alice', video(id))
})
refuses('pinterest.md 2 Video: someone else’s video', { status: 404, code: 50 }, async (on) => {
  const id = await sendVideo(on, sampleVideo(), 'bob')
  on.later(2_000)
  return on.pin('alice', video(id))
})
refuses('pinterest.md 6: a video in the API sandbox', bad(/Video Pins/), async (on) => {
  await on.settings({ environment: 'sandbox' })
  return on.pin('alice', video('1'))
})
refuses(
  'pinterest.md 2 Video: a token sent to the file store',
  { status: 400, says: /InvalidArgument/ },
  async (on) => {
    const { body } = await on.as('alice', 'POST', '/media', { json: { media_type: 'video' } })
    return send(on, body, sampleVideo(), { token: 'pina_x' })
  },
)
refuses(
  'pinterest.md 2 Video: an unsigned field sent to the file store',
  { status: 403, says: /SignatureDoes/ },
  async (on) => {
    const { body } = await on.as('alice', 'POST', '/media', { json: { media_type: 'video' } })
    return send(on, { ...body, upload_parameters: { ...body.upload_parameters, policy: 'other' } })
  },
)

refuses('pinterest.md 5: a missing pin', { status: 404, code: 50, says: 'Pin not found.' }, (on) =>
  on.as('alice', 'GET', '/pins/1'),
)
refuses('pinterest.md 1 Boards: more than 250 per page', bad(/250/), (on) =>
  on.as('alice', 'GET', `/boards/${recipes}/pins?page_size=251`),
)
refuses('pinterest.md 4: metrics more than 90 days back', bad(/90 days/), async (on) => {
  const { body } = await on.pin('alice', pinWith({ description: 'seen' }))
  const query = 'start_date=2026-01-01&end_date=2026-11-15&metric_types=IMPRESSION&app_types=ALL'
  return on.as('alice', 'GET', `/pins/${body.id}/analytics?${query}`)
})
refuses('pinterest.md 5: more than 100 writes in a minute', { status: 429, code: 8 }, async (on) => {
  await on.settings({ rateLimits: true, writeLimit: 1 })
  await on.pin('alice', pinWith({ description: 'seen' }))
  return on.pin('alice', pinWith())
})
refuses('pinterest.md 1: an app without its secret', failed, async (on) =>
  on.exchange(await on.codeOf(), {}, `Basic ${btoa('sandbox-app:no')}`),
)
refuses('pinterest.md 1: scopes separated by spaces', { status: 400, says: /separated by commas/ }, async (on) => {
  const { status, body } = await on.authorize({ scope: allScopes.replaceAll(',', ' ') })
  return { status, body, headers: new Headers() }
})
