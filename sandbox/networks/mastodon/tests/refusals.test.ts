import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif, mp4, png, type Reply, startMastodon, uploadOf } from './kit.ts'

// Each test begins with the section of the network's description (mastodon.md) that it verifies.

type Server = Awaited<ReturnType<typeof startMastodon>>

/** Defines a test that a call is rejected and leaves nothing visible. */
function refuses(
  line: string,
  wanted: { status: number; error: string | RegExp },
  ask: (on: Server) => Promise<Reply>,
) {
  test(`${wanted.status}: ${line}`, async () => {
    await using on = await startMastodon()
    const { status, body } = await ask(on)
    assert.equal(status, wanted.status, JSON.stringify(body))
    if (typeof wanted.error === 'string') assert.equal(body.error, wanted.error)
    else assert.match(typeof body === 'string' ? body : body.error, wanted.error)
    assert.deepEqual(
      on.seen('alice').filter(({ text }) => text === 'refused'),
      [],
    )
  })
}

const refused = { status: 'refused' }
const unprocessable = (what: string) => ({ status: 422, error: `Validation failed: ${what}` })

refuses('3 Account info: an unknown token', { status: 401, error: 'The access token is invalid' }, (on) =>
  on.call('POST', '/api/v1/statuses', { token: 'guessed', form: refused }),
)
refuses('2 Auth: no token, or one in the query', { status: 401, error: 'The access token is invalid' }, (on) =>
  on.call('POST', '/api/v1/statuses?access_token=sandbox-token-alice', { form: refused }),
)
refuses(
  '2 Auth: a token revoked in preferences',
  { status: 401, error: 'The access token was revoked' },
  async (on) => {
    await on.act('alice', 'revoke_tokens')
    return on.post('alice', refused)
  },
)
for (const [act, error] of [
  ['disable_login', 'Your login is currently disabled'],
  ['suspend', 'Your login is currently disabled'],
  ['unconfirm_email', 'Your login is missing a confirmed e-mail address'],
  ['await_approval', 'Your login is currently pending approval'],
] as const)
  refuses(`8 Errors: the account after ${act}`, { status: 403, error }, async (on) => {
    await on.act('alice', act)
    return on.post('alice', refused)
  })
refuses('8 Errors: statuses of a deleted account', { status: 410, error: 'Gone' }, async (on) => {
  const { body } = await on.call('GET', '/api/v1/accounts/verify_credentials', { as: 'alice' })
  await on.act('alice', 'delete_account')
  return on.call('GET', `/api/v1/accounts/${body.id}/statuses`)
})

refuses('8 Errors: no text and no file', unprocessable("Text can't be blank"), (on) =>
  on.post('alice', { status: ' ' }),
)
refuses('6 Content rules: 501 characters', unprocessable('Text character limit of 500 exceeded'), (on) =>
  on.post('alice', { status: `${'é👩‍👩‍👧‍👦'.repeat(250)}.` }),
)
refuses('6 Content rules: the warning counts, too', unprocessable('Text character limit of 500 exceeded'), (on) =>
  on.post('alice', { status: 'x'.repeat(495), spoiler_text: 'refuse' }),
)
refuses('6 Content rules: a URL counts 23', unprocessable('Text character limit of 500 exceeded'), (on) =>
  on.post('alice', { status: `${'x'.repeat(477)} https://a.com/` }),
)
refuses(
  '6 Content rules: an instance with a lower limit',
  unprocessable('Text character limit of 100 exceeded'),
  async (on) => {
    await on.settings({ max_characters: 100 })
    return on.post('alice', { status: 'x'.repeat(101) })
  },
)
refuses(
  '4.2 Status: a visibility that does not exist',
  { status: 422, error: /^Validation failed: Visibility/ },
  (on) => on.post('alice', { ...refused, visibility: 'everybody' }),
)
refuses('8 Errors: a reply to a deleted status', { status: 404, error: 'Record not found' }, async (on) => {
  const { body } = await on.post('bob', { status: 'soon gone' })
  await on.call('DELETE', `/api/v1/statuses/${body.id}`, { as: 'bob' })
  return on.post('alice', { ...refused, in_reply_to_id: body.id })
})
const unquotable = { status: 404, error: 'The post you are trying to quote does not appear to exist.' }
refuses('4.2 Status: a quote of a missing status', unquotable, (on) =>
  on.post('alice', { ...refused, quoted_status_id: '1' }),
)
refuses('4.2 Status: a quote that its author does not allow', unquotable, async (on) => {
  const { body } = await on.post('bob', { status: 'not for quotes', quote_approval_policy: 'nobody' })
  return on.post('alice', { ...refused, quoted_status_id: body.id })
})
refuses("4.2 Status: another's status cannot be changed", { status: 404, error: 'Record not found' }, async (on) => {
  const { body } = await on.post('bob', { status: 'mine' })
  return on.call('PUT', `/api/v1/statuses/${body.id}`, { as: 'alice', form: refused })
})
refuses('7 Metrics: a deleted status', { status: 404, error: 'Record not found' }, async (on) => {
  const { body } = await on.post('alice', { status: 'soon gone' })
  await on.call('DELETE', `/api/v1/statuses/${body.id}`, { as: 'alice' })
  return on.call('GET', `/api/v1/statuses/${body.id}`)
})

refuses('4.1 Media: an unknown type of file', unprocessable('File content type is invalid, File is invalid'), (on) =>
  on.upload('alice', Buffer.from('%PDF-1.7 with a picture name')),
)
refuses('4.1 Media: an invalid image', { status: 500, error: 'Error processing thumbnail for uploaded media' }, (on) =>
  on.upload('alice', png(0, 0)),
)
refuses('8 Errors: no file at all', { status: 400, error: 'param is missing or the value is empty: file' }, (on) =>
  on.call('POST', '/api/v2/media', { as: 'alice', upload: new FormData() }),
)
refuses('6 Content rules: image_size_limit', unprocessable('File file size must be less than 16 MB'), (on) =>
  on.upload('alice', png(10, 10, 16_777_217)),
)
refuses('6 Content rules: image_matrix_limit', { status: 422, error: '5761x5760 images are not supported' }, (on) =>
  on.upload('alice', png(5_761, 5_760)),
)
refuses('6 Content rules: video_matrix_limit', { status: 422, error: '3841x2160 videos are not supported' }, (on) =>
  on.upload('alice', mp4(3_841, 2_160)),
)
refuses('6 Content rules: a GIF over 1280x720', { status: 422, error: '1281x720 GIF files are not supported' }, (on) =>
  on.upload('alice', gif(1_281, 720)),
)
refuses('4.1 Media: alt text over the limit', { status: 422, error: /^Validation failed: Description/ }, (on) =>
  on.upload('alice', png(10, 10), { description: 'x'.repeat(1_501) }),
)
refuses(
  '4.1 Media: the proxy rejects in HTML',
  { status: 413, error: /<h1>413 Request Entity Too Large/ },
  async (on) => {
    await on.settings({ proxy_max_bytes: 1_000 })
    return on.upload('alice', png(10, 10, 2_000))
  },
)
refuses(
  '4.1 Media: a video that cannot be converted',
  { status: 422, error: /^Error processing thumbnail/ },
  async (on) => {
    const { body } = await on.upload('alice', Buffer.from('\0\0\0\x10ftypisom with no index', 'latin1'))
    on.later(60_000)
    return on.call('GET', `/api/v1/media/${body.id}`, { as: 'alice' })
  },
)
refuses('11 Quirks 3: a file that a status uses', { status: 404, error: 'Record not found' }, async (on) => {
  const { body } = await on.upload('alice', png(10, 10))
  await on.post('alice', { status: 'with it', 'media_ids[]': body.id })
  return on.call('GET', `/api/v1/media/${body.id}`, { as: 'alice' })
})
refuses('4.1 Media: someone else’s file', { status: 404, error: 'Record not found' }, async (on) => {
  const { body } = await on.upload('bob', png(10, 10))
  return on.call('GET', `/api/v1/media/${body.id}`, { as: 'alice' })
})
refuses('4.1 Media: deleting a file that a status uses', { status: 422, error: /currently used/ }, async (on) => {
  const { body } = await on.upload('alice', png(10, 10))
  await on.post('alice', { status: 'with it', 'media_ids[]': body.id })
  return on.call('DELETE', `/api/v1/media/${body.id}`, { as: 'alice' })
})

const attach = (on: Server, ids: readonly string[], more: readonly (readonly [string, string])[] = []) =>
  on.call('POST', '/api/v1/statuses', {
    as: 'alice',
    form: [['status', 'refused'], ...ids.map((id) => ['media_ids[]', id] as const), ...more],
  })
const uploaded = async (on: Server, ...files: readonly Buffer[]) => {
  const ids: string[] = []
  for (const file of files) ids.push((await on.upload('alice', file)).body.id)
  on.later(10_000)
  return ids
}

refuses(
  '11 Quirks 1: a video that is still being processed',
  unprocessable('Cannot attach files that have not finished processing. Try again in a moment!'),
  async (on) => attach(on, [(await on.upload('alice', mp4(640, 360))).body.id]),
)
refuses('8 Errors: a missing file', unprocessable('Media 4711 could not be found'), (on) => attach(on, ['4711']))
refuses('4.1 Media: a file unused for over a day', { status: 422, error: /could not be found$/ }, async (on) => {
  const ids = await uploaded(on, png(10, 10))
  on.later(25 * 3_600_000)
  return attach(on, ids)
})
refuses('6 Content rules: five files', unprocessable('Cannot attach more than 4 files'), async (on) =>
  attach(on, await uploaded(on, ...Array.from({ length: 5 }, () => png(10, 10)))),
)
refuses(
  '6 Content rules: a video with an image',
  unprocessable('Cannot attach a video to a post that already contains images'),
  async (on) => attach(on, await uploaded(on, png(10, 10), mp4(640, 360))),
)
refuses('6 Content rules: an animation with an image', { status: 422, error: /Cannot attach a video/ }, async (on) =>
  attach(on, await uploaded(on, png(10, 10), gif(100, 100, 2))),
)
const poll = [
  ['poll[options][]', 'yes'],
  ['poll[options][]', 'no'],
  ['poll[expires_in]', '3600'],
] as const
refuses('4.2 Status: a poll with a file', unprocessable('Cannot attach more than 4 files'), async (on) =>
  attach(on, await uploaded(on, png(10, 10)), poll),
)
refuses('6 Content rules: a poll of five', { status: 422, error: /Options can't contain more than 4 items/ }, (on) =>
  attach(on, [], [...poll, ['poll[options][]', 'a'], ['poll[options][]', 'b'], ['poll[options][]', 'c']]),
)
refuses('6 Content rules: a poll option of 51', { status: 422, error: /longer than 50 characters/ }, (on) =>
  attach(on, [], [...poll, ['poll[options][]', 'x'.repeat(51)]]),
)
refuses('6 Content rules: a poll of 299 s', unprocessable('Duration is too short'), (on) =>
  attach(on, [], [...poll.slice(0, 2), ['poll[expires_in]', '299']]),
)

refuses('4.3 Native scheduling: less than five minutes ahead', { status: 422, error: /scheduled date/ }, (on) =>
  on.post('alice', { ...refused, scheduled_at: new Date(on.sandbox.clock.ms() + 299_000).toISOString() }),
)
refuses('4.3 Native scheduling: the 26th of a day', { status: 422, error: /limit of 25/ }, async (on) => {
  const scheduled_at = new Date(on.sandbox.clock.ms() + 3_600_000).toISOString()
  for (let count = 0; count < 25; count += 1) await on.post('alice', { status: `${count}`, scheduled_at })
  return on.post('alice', { ...refused, scheduled_at })
})
refuses(
  '9 Rate limits: the 31st upload within half an hour',
  { status: 429, error: 'Too many requests' },
  async (on) => {
    await on.settings({ rate_limits: true })
    for (let count = 0; count < 30; count += 1) assert.equal((await on.upload('alice', png(1, 1))).status, 200)
    return on.upload('alice', png(1, 1))
  },
)
refuses(
  '9 Rate limits: the 301st call within five minutes',
  { status: 429, error: 'Too many requests' },
  async (on) => {
    await on.settings({ rate_limits: true })
    const verify = () => on.call('GET', '/api/v1/accounts/verify_credentials', { as: 'alice' })
    for (let count = 0; count < 300; count += 1) assert.equal((await verify()).status, 200)
    const answer = await verify()
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '0')
    assert.equal(answer.headers.get('x-ratelimit-reset'), '2026-01-15T09:05:00.000Z')
    on.later(300_000)
    assert.equal((await verify()).status, 200)
    return answer
  },
)
refuses('8 Errors: an unknown path', { status: 404, error: 'Record not found' }, (on) =>
  on.call('GET', '/api/v1/nothing/here'),
)
refuses(
  '1 Discovery: a server before 4.0 has no second instance path',
  { status: 404, error: 'Record not found' },
  async (on) => {
    await on.settings({ version: '3.5.19' })
    assert.equal((await on.call('GET', '/api/v1/instance')).body.configuration.statuses.max_characters, 500)
    return on.call('GET', '/api/v2/instance')
  },
)

test('a file that is rejected with 413 may be large and chunked, and the response still arrives', async () => {
  await using on = await startMastodon()
  await on.settings({ proxy_max_bytes: 100_000 })
  const chunks = new Response(uploadOf(png(10, 10, 3_000_000)))
  const answer = await fetch(`${on.base}/api/v2/media`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token-alice', 'content-type': chunks.headers.get('content-type') ?? '' },
    body: chunks.body,
    duplex: 'half',
  } as RequestInit)
  assert.equal(answer.status, 413)
  await answer.text()
})
