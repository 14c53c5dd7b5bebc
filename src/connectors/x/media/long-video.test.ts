import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connector } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { x as network } from '#test/connector-suite/networks/x.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { x } from '../index.ts'

const connector: Connector = x

test('X Premium accounts may post hours of video in the category for long videos; short videos keep their category', async (t) => {
  const stand = await openStand(t, 'x')
  stand.sandbox.network('x').acts.give_premium?.('alice')
  const signedIn = await signIn(stand, network, 'alice')
  assert.equal(connector.limitsFor?.(signedIn.account.facts).video.maxDurationMs, 4 * 3_600_000)
  const requests: string[] = []
  stand.standBetween((request, send) => {
    if (request.name === 'initializeUpload') requests.push(JSON.parse(String(request.body)).media_category)
    return send(request)
  })
  for (const durationMs of [140_000, 3_600_000]) {
    const film = fileOf('video/mp4', { durationMs })
    const walker = walkerOf(stand, signedIn, postOf(signedIn, `${durationMs}`, { media: [film.item] }), filesOf(film))
    assert.equal((await walker.toEnd()).failure, null)
  }
  assert.deepEqual(requests, ['tweet_video', 'amplify_video'])
})

test('other accounts may post 140 seconds, and X itself refuses a longer video', async (t) => {
  const stand = await openStand(t, 'x')
  const signedIn = await signIn(stand, network, 'alice')
  assert.equal(connector.limitsFor?.(signedIn.account.facts).video.maxDurationMs, 140_000)
  const film = fileOf('video/mp4', { durationMs: 141_000 })
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'long', { media: [film.item] }), filesOf(film))
  const { verdict } = await walker.toEnd()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_too_long')
})
