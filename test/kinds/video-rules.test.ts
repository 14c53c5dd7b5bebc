import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#app/connectors.ts'
import { validate } from '#connectors/check/validate.ts'
import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Format } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import { fileOf } from '#test/connector-suite/files.ts'
import { postOf } from '#test/connector-suite/posts.ts'

const upright = { width: 1_080, height: 1_920, durationMs: 10_000 }

/** The codes of a video's issues, without those about other settings. */
function codesOf(network: Network, format: Format, facts: Partial<OutgoingMedia>): readonly string[] {
  const account = { remoteId: '1', handle: 'alice', facts: {} }
  const { item } = fileOf('video/mp4', { ...upright, ...facts })
  const outgoing = postOf({ account }, format === 'story' ? '' : 'a', { format, media: [item] })
  const { errors } = validate({ connector: connectors[network], outgoing, planFit: () => ({ action: 'as-is' }) })
  return errors.filter(({ path }) => path?.startsWith('/media')).map(({ code }) => code)
}

test('a video is rejected before it is sent if its network would reject it during processing', () => {
  const cases: readonly (readonly [Network, Format, Partial<OutgoingMedia>, readonly string[]])[] = [
    ['threads', 'post', { frameRate: 22 }, ['video_frame_rate']],
    ['threads', 'post', { frameRate: 23 }, []],
    ['threads', 'post', { width: 1_921, height: 1_080 }, ['video_dimensions']],
    ['threads', 'post', { width: 1_920, height: 1_080 }, []],
    ['facebook', 'reel', { width: 534, height: 950 }, ['video_dimensions']],
    ['facebook', 'reel', { width: 540, height: 960 }, []],
    ['facebook', 'reel', { frameRate: 23 }, ['video_frame_rate']],
    ['facebook', 'reel', { frameRate: 61 }, ['video_frame_rate']],
    // The TV variant of 24 frames per second is 23.976.
    ['facebook', 'reel', { frameRate: 23.976 }, []],
    ['facebook', 'story', { durationMs: 2_900 }, ['video_too_short']],
    ['facebook', 'story', { durationMs: 3_000 }, []],
    ['instagram', 'reel', { frameRate: 22 }, ['video_frame_rate']],
    ['instagram', 'post', { durationMs: 900_000 }, []],
    ['instagram', 'post', { durationMs: 901_000 }, ['video_too_long']],
    ['instagram', 'story', { durationMs: 60_000 }, []],
    ['instagram', 'story', { durationMs: 61_000 }, ['video_too_long']],
    ['tiktok', 'post', { frameRate: 22 }, ['video_frame_rate']],
    ['tiktok', 'post', { frameRate: 23 }, []],
  ]
  for (const [network, format, facts, codes] of cases)
    assert.deepEqual(codesOf(network, format, facts), codes, `${network} ${format} ${JSON.stringify(facts)}`)
})
