import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Connector, Outgoing } from '#connectors/connector.ts'
import { fileOf, filesOf, type TestFile } from '#test/connector-suite/files.ts'
import { facebook as network } from '#test/connector-suite/networks/facebook.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { facebook } from '../index.ts'

const connector: Connector = facebook

const upright = { width: 1_080, height: 1_920 }
const twoMinutesMs = 120_000

/** Starts a sandbox whose Facebook keeps vertical feed videos as drafts. */
async function start(t: TestContext) {
  const stand = await openStand(t, 'facebook', network.ledgerName)
  assert.equal(stand.sandbox.network('facebook').settings.change({ upright_videos: 'draft' }), null)
  const signedIn = await signIn(stand, network, 'alice')
  const walk = (text: string, file: TestFile, more: Partial<Outgoing> = {}) =>
    walkerOf(stand, signedIn, postOf(signedIn, text, { media: [file.item], ...more }), filesOf(file))
  return { stand, signedIn, walk }
}

test('a vertical video in an ordinary post is published as a reel, with its text and comment', async (t) => {
  const { stand, walk } = await start(t)
  const film = fileOf('video/mp4', upright)
  const seq = stand.sandbox.calls.total
  const walker = walk('turns', film, { firstComment: 'below', title: 'not used' })
  const { failure, error } = await walker.toEnd()
  assert.deepEqual([failure, error], [null, null])
  const made = stand.callsSince(seq).map(({ call }) => call)
  assert.ok(made.includes('finishReel') && !made.includes('finishVideo'), made.join())
  assert.deepEqual(
    stand.seen('alice').map(({ text, media }) => [text, media.map(({ sha256 }) => sha256)]),
    [
      ['turns', [film.sha256]],
      ['below', []],
    ],
  )
})

test('a video is sent as a reel only if it certainly follows the rules for reels', () => {
  const callsOf = (more: object) => {
    const post = postOf({ account: { remoteId: '1', handle: 'a', facts: {} } }, 'a', {
      media: [fileOf('video/mp4', { ...upright, ...more }).item],
    })
    return connector.plan(post).calls.includes('POST finishReel') ? 'reel' : 'video'
  }
  const reels = [{}, { durationMs: 3_000 }, { durationMs: 90_000, frameRate: 23.976 }, { width: 540, height: 960 }]
  assert.deepEqual([...new Set(reels.map(callsOf))], ['reel'])
  const others = [
    { durationMs: 90_001 },
    { durationMs: 2_999 },
    { durationMs: null },
    { frameRate: null },
    { frameRate: 61 },
    { width: 539, height: 959 },
    { width: 1_920, height: 1_080 },
    { width: 1_080, height: 1_080 },
    { size: 1_000_000_001 },
  ]
  assert.deepEqual([...new Set(others.map(callsOf))], ['video'])
})

test('a warning states in advance that a vertical video that cannot be a reel may stay a draft', async (t) => {
  const { signedIn } = await start(t)
  const infosOf = (more: object, format: Outgoing['format'] = 'post') => {
    const media = [fileOf('video/mp4', { ...upright, ...more }).item]
    const outgoing = postOf(signedIn, 'a', { format, media })
    const { errors, infos } = validate({ connector, outgoing, planFit: () => ({ action: 'as-is' }) })
    assert.deepEqual(errors, [])
    return infos.map(({ code, path }) => `${code} ${path}`)
  }
  assert.deepEqual(infosOf({ durationMs: 120_000 }), ['video_may_stay_draft /media/0'])
  assert.deepEqual(infosOf({ durationMs: 60_000 }), [])
  assert.deepEqual(infosOf({ durationMs: 60_000 }, 'reel'), [])
  assert.deepEqual(infosOf({ durationMs: 120_000, width: 1_920, height: 1_080 }), [])
})

test('a video that Facebook keeps as a draft fails after two minutes, and nothing is published', async (t) => {
  const { stand, walk } = await start(t)
  const film = fileOf('video/mp4', { ...upright, durationMs: 120_000 })
  const walker = walk('stays', film)
  const since = stand.now().getTime()
  const { verdict } = await walker.toEnd()
  assert.ok(
    verdict?.is === 'refused' && verdict.code === 'video_is_draft' && verdict.nothingOut,
    JSON.stringify(verdict),
  )
  const waitedMs = stand.now().getTime() - since
  assert.ok(waitedMs >= twoMinutesMs && waitedMs < 2 * twoMinutesMs, `${waitedMs} ms`)
  assert.deepEqual(stand.seen('alice'), [])
})

test('if Facebook reports a processed video only as unpublished, a user must check it', async (t) => {
  const { stand, walk } = await start(t)
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'getVideo') return answer
    const { status, ...video } = JSON.parse(answer.body.toString())
    const { publishing_phase: _, ...phases } = status
    return { ...answer, body: Buffer.from(JSON.stringify({ ...video, status: phases, published: false })) }
  })
  const film = fileOf('video/mp4', { ...upright, durationMs: 120_000 })
  const walker = walk('stays', film)
  const { verdict } = await walker.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_unpublished', JSON.stringify(verdict))
  assert.equal(verdict.nothingOut, undefined)
})

test('a video that is published within the grace period succeeds, although it was ready earlier', async (t) => {
  const { stand, walk } = await start(t)
  stand.sandbox.network('facebook').settings.change({ upright_videos: 'published' })
  const readyAt = stand.now().getTime() + 60_000
  stand.standBetween(async (request, send) => {
    const answer = await send(request)
    if (request.name !== 'getVideo' || stand.now().getTime() > readyAt) return answer
    const video = JSON.parse(answer.body.toString())
    const status = { ...video.status, publishing_phase: { status: 'not_started' } }
    return { ...answer, body: Buffer.from(JSON.stringify({ ...video, status, published: false })) }
  })
  const walker = walk('late', fileOf('video/mp4', { ...upright, durationMs: 120_000 }))
  const { failure } = await walker.toEnd()
  assert.equal(failure, null)
  assert.equal(walker.shown[0]?.remoteId, stand.seen('alice')[0]?.id)
})
