import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type JsonObject, MediaUnfit, type Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf, heavyStillOf } from '#test/connector-suite/files.ts'
import { pinterest as network } from '#test/connector-suite/networks/pinterest.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { pinterest } from './index.ts'
import { check } from './plan.ts'

interface Sent {
  readonly bytes: number
  readonly json: JsonObject
}

interface Board {
  readonly id: string
  readonly sections: readonly { readonly id: string; readonly name: string }[]
}

const sourceOf = (sent: Sent | undefined): JsonObject => (sent?.json.media_source ?? {}) as JsonObject

async function start(t: TestContext) {
  const stand = await openStand(t, 'pinterest')
  const signedIn = await signIn(stand, network, 'alice')
  const sent: Sent[] = []
  stand.standBetween(async (request, send) => {
    if (request.name !== 'createPin') return send(request)
    const { body } = request
    const whole =
      typeof body === 'object' && Symbol.asyncIterator in body
        ? Buffer.concat(await Array.fromAsync(body))
        : Buffer.from(String(body))
    sent.push({ bytes: whole.length, json: JSON.parse(whole.toString('utf8')) })
    return send({ ...request, body: whole })
  })
  return { stand, signedIn, sent }
}

test('images too large for a 20-second call are fetched by Pinterest from their URLs', async (t) => {
  const { stand, signedIn, sent } = await start(t)
  const heavy = heavyStillOf(network.connector.limits, 9_000_000)
  const some = [1, 2, 3].map(() => heavyStillOf(network.connector.limits, 1_900_000))
  for (const files of [[heavy], some]) {
    const post = postOf(signedIn, `heavy ${files.length}`, { media: files.map(({ item }) => item) })
    const { failure, error } = await walkerOf(stand, signedIn, post, filesOf(...files)).toEnd()
    assert.deepEqual([failure, error], [null, null])
    assert.deepEqual(
      stand
        .seen('alice')
        .at(-1)
        ?.media.map(({ sha256 }) => sha256),
      files.map(({ sha256 }) => sha256),
    )
  }
  assert.ok(sent.every(({ bytes }) => bytes < 10_000))
  assert.deepEqual(
    sent.map((one) => sourceOf(one).source_type),
    ['image_url', 'multiple_image_urls'],
  )
})

test('if Pinterest cannot reach this service, smaller copies are sent in the call', async (t) => {
  const { signedIn } = await start(t)
  const requested: (number | undefined)[] = []
  const heavy = heavyStillOf(network.connector.limits, 9_000_000)
  const call = {
    grant: signedIn.grant,
    http: {
      addresses: { api: 'https://api.pinterest.test', auth: 'https://www.pinterest.test' },
      send: () => assert.fail(),
    },
    link: async () => 'http://localhost:4000/v1/media/proxy/x',
    media: async (_item: unknown, { maxBytes }: { maxBytes?: number } = {}) => {
      requested.push(maxBytes)
      if (requested.length > 1) throw new MediaUnfit('not in this test')
      return { contentType: 'image/png', size: 9_000_000 }
    },
  }
  const post = postOf(signedIn, 'heavy', { media: [heavy.item] })
  await assert.rejects(async () => pinterest.steps.pin?.run(call as never, post, {}), MediaUnfit)
  assert.deepEqual(requested, [10_000_000, 4_000_000])
})

test('the cover’s timestamp is sent in whole seconds', async (t) => {
  const { stand, signedIn, sent } = await start(t)
  const film = fileOf('video/mp4')
  const settings = { ...signedIn.settings, coverAtSeconds: 2.9 }
  const post: Outgoing = postOf(signedIn, 'film', { media: [film.item], settings })
  const { failure, error } = await walkerOf(stand, signedIn, post, filesOf(film)).toEnd()
  assert.deepEqual([failure, error], [null, null])
  assert.equal(sourceOf(sent[0]).cover_image_key_frame_time, 2)
})

test('settings_invalid: a cover after the end of the video is refused at the check', () => {
  const account = { remoteId: '1', handle: 'alice', facts: {} }
  const findingsFor = (coverAtSeconds: number, durationMs: number | null) => {
    const media = [{ ...fileOf('video/mp4').item, durationMs }]
    return check(postOf({ account }, 'film', { media, settings: { boardId: '7', coverAtSeconds } }))
  }
  for (const [coverAtSeconds, durationMs] of [
    [4.9, 4_500],
    [900, null],
  ] as const)
    assert.deepEqual(findingsFor(coverAtSeconds, durationMs), [])
  assert.deepEqual(
    findingsFor(5, 4_500).map(({ code, at, message }) => [code, at, message]),
    [['settings_invalid', { setting: 'coverAtSeconds' }, 'The video is 4.5 s long. The cover can’t be at 5 s.']],
  )
})

test('link_too_long: a link of more than 2,048 characters is refused at the check', () => {
  const account = { remoteId: '1', handle: 'alice', facts: {} }
  const codesFor = (length: number) => {
    const link = `https://example.com/${'a'.repeat(length - 20)}`
    return check(postOf({ account }, 'a', { link, settings: { boardId: '7' } })).map(({ code }) => code)
  }
  assert.deepEqual([codesFor(2_048), codesFor(2_049)], [[], ['link_too_long']])
})

test('board sections are offered, and a pin is created in the chosen one', async (t) => {
  const { stand, signedIn } = await start(t)
  const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
  const offered = (await network.connector.options?.(call)) ?? {}
  const [first, second] = offered.boards as unknown as readonly Board[]
  assert.deepEqual([first?.sections.map(({ name }) => name), second?.sections], [['Bread', 'Soups'], []])
  const one = fileOf('image/png')
  const settings = { boardId: first?.id ?? '', boardSectionId: first?.sections[1]?.id ?? '' }
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'soup', { media: [one.item], settings }), filesOf(one))
  await walker.toEnd()
  const headers = { authorization: `Bearer ${signedIn.grant.accessToken}` }
  const pin = await fetch(`${stand.url}/pins/${walker.shown[0]?.remoteId}`, { headers })
  assert.equal(((await pin.json()) as JsonObject).board_section_id, settings.boardSectionId)

  // A board's list may lack the pins of its sections, so a section's pin is searched for there.
  const lost = walkerOf(stand, signedIn, postOf(signedIn, 'broth', { media: [one.item], settings }), filesOf(one))
  const { next } = await lost.tryStep()
  assert.deepEqual(await lost.find(), next)
})
