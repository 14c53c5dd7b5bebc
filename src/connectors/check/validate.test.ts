import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Connector, Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { bluesky } from '#rules/networks/bluesky.ts'
import { mastodon } from '#rules/networks/mastodon.ts'
import { threads } from '#rules/networks/threads.ts'
import { x } from '#rules/networks/x.ts'
import type { PlanFit } from './media/plan-fit.ts'
import { validate } from './validate.ts'

const never = () => Promise.reject(new Error('validation makes no calls'))

/** A connector that has only limits. */
const connectorOf = (limits: Limits): Connector => ({
  network: limits.network,
  limits,
  operator: { addresses: {} },
  settings: z.strictObject({ visibility: z.enum(['public', 'private']).optional() }),
  auth: { kind: 'direct', whoami: never },
  steps: {},
  plan: ({ parts }) => ({
    first: 'write',
    parts: parts.map(({ text }) => ({ text: text.trimEnd(), links: [], mentions: [], tags: [] })),
    calls: parts.map(() => 'POST write'),
  }),
  judge: () => null,
})

const picture: OutgoingMedia = {
  mediaId: 'one',
  kind: 'image',
  contentType: 'image/jpeg',
  size: 200_000,
  width: 1_200,
  height: 800,
  durationMs: null,
  frameRate: null,
  pages: null,
  animated: false,
  hasAlpha: false,
  altText: 'A harbour at dawn.',
}
const video: OutgoingMedia = { ...picture, kind: 'video', contentType: 'video/mp4', durationMs: 20_000, frameRate: 30 }

const post = (changes: Partial<Outgoing> = {}, media: readonly OutgoingMedia[] = [], text = 'hello'): Outgoing => ({
  format: 'post',
  parts: [{ text, media }],
  title: null,
  link: null,
  language: null,
  firstComment: null,
  settings: {},
  account: { remoteId: '1', handle: 'ada', facts: {} },
  ...changes,
})

const asIs: PlanFit = () => ({ action: 'as-is' })
const judge = (limits: Limits, outgoing: Outgoing, planFit: PlanFit = asIs) =>
  validate({ connector: connectorOf(limits), outgoing, planFit })
const codes = (issues: readonly { code: string; path?: string }[]) => issues.map(({ code, path }) => `${code} ${path}`)

test('each network’s text limit is exact, and the error states the excess', () => {
  const cases: [Limits, string, number][] = [
    [bluesky, '🙂', 300],
    [mastodon, 'é', 500],
  ]
  for (const [limits, letter, max] of cases) {
    assert.deepEqual(judge(limits, post({}, [], letter.repeat(max))).errors, [])
    const { errors } = judge(limits, post({}, [], letter.repeat(max + 2)))
    assert.deepEqual(codes(errors), ['text_too_long /content'])
    assert.match(errors[0]?.message ?? '', new RegExp(`is ${max + 2} characters. .* allows ${max}\\.`))
    assert.equal(errors[0]?.fix, 'Shorten it by 2 characters.')
  }
})

test('every text rule applies: few characters can have too many bytes', () => {
  const family = '👨‍👩‍👧‍👦'
  assert.deepEqual(codes(judge(bluesky, post({}, [], family.repeat(121))).errors), ['text_too_long /content'])
  assert.deepEqual(judge(bluesky, post({}, [], family.repeat(120))).errors, [])
})

test('the text is measured as it will be sent', () => {
  const { errors, plan } = judge(bluesky, post({}, [], `${'a'.repeat(300)}   `))
  assert.deepEqual(errors, [])
  assert.deepEqual([plan.text.length, plan.length, plan.maxLength, plan.counting], [300, 300, 300, 'characters'])
})

test('an empty post is rejected; an image without text is not', () => {
  assert.deepEqual(codes(judge(bluesky, post({}, [], ' ')).errors), ['text_missing /content'])
  assert.deepEqual(judge(bluesky, post({}, [picture], '')).errors, [])
})

test('images and videos are limited in number, cannot be mixed, and are reported by position', () => {
  const many = (n: number, item: OutgoingMedia) => Array.from({ length: n }, () => item)
  assert.deepEqual(judge(mastodon, post({}, many(4, picture))).errors, [])
  assert.deepEqual(codes(judge(mastodon, post({}, many(5, picture))).errors), ['media_too_many /media/4'])
  assert.deepEqual(codes(judge(bluesky, post({}, many(2, video))).errors), ['media_too_many /media/1'])
  assert.deepEqual(codes(judge(bluesky, post({}, [picture, video])).errors), ['media_mixed /media/0'])
  const moving = { ...picture, contentType: 'image/gif', animated: true }
  assert.deepEqual(codes(judge(threads, post({}, [moving])).errors), ['image_animated /media/0'])
  // Mastodon and Bluesky treat an animated image as a video.
  assert.deepEqual(judge(bluesky, post({}, [moving])).errors, [])
  const small = { ...moving, width: 600, height: 400 }
  assert.deepEqual(codes(judge(mastodon, post({}, [picture, small])).errors), ['media_mixed /media/0'])
})

test('an animation has separate limits on networks that publish it as a video', () => {
  const moving = { ...picture, contentType: 'image/gif', animated: true, width: 1_280, height: 720 }
  const errors = (limits: Limits, changes: Partial<OutgoingMedia>) =>
    judge(limits, post({}, [{ ...moving, ...changes }])).errors
  for (const limits of [x, mastodon]) assert.deepEqual(errors(limits, {}), [])
  assert.deepEqual(errors(x, { size: 15_728_640, height: 1_080 }), [])
  const [heavy] = errors(x, { size: 20_000_000 })
  assert.equal(heavy?.message, 'The GIF is 20.0 MB. X allows 15.7 MB.')
  assert.deepEqual(codes(errors(x, { height: 1_081 })), ['video_too_many_pixels /media/0'])
  assert.deepEqual(codes(errors(mastodon, { size: 16_777_217 })), ['video_too_large /media/0'])
  const [large] = errors(mastodon, { height: 721 })
  assert.equal(large?.message, 'The animation is 1280 × 721; Mastodon allows 921600 pixels.')
  assert.deepEqual(errors(x, { frames: 350, width: 900, height: 900 }), [])
  const [long] = errors(x, { frames: 351, width: 100, height: 100 })
  assert.deepEqual(long, {
    code: 'video_too_many_frames',
    message: 'The animation has 351 frames. X allows 350.',
    fix: 'Shorten it, or upload it as a video.',
    path: '/media/0',
  })
  const [vast] = errors(x, { frames: 301, width: 1_000, height: 1_000 })
  assert.equal(vast?.message, 'All frames of the animation have 301000000 pixels in total. X allows 300000000.')
})

test('each violated video limit is reported with the actual and the allowed value', () => {
  const cases: [Partial<OutgoingMedia>, Limits, string][] = [
    [{ size: 300_000_001 }, bluesky, 'video_too_large'],
    [{ durationMs: 600_001 }, bluesky, 'video_too_long'],
    [{ contentType: 'video/x-msvideo' }, bluesky, 'media_type_not_supported'],
    [{ width: 4_096, height: 2_160 }, mastodon, 'video_too_many_pixels'],
    [{ frameRate: 240 }, mastodon, 'video_frame_rate'],
  ]
  for (const [changes, limits, code] of cases) {
    const { errors, plan } = judge(limits, post({}, [{ ...video, ...changes }]))
    assert.deepEqual(codes(errors), [`${code} /media/0`])
    assert.equal(plan.media[0]?.action, 'reject')
  }
})

test('an image that will be converted causes a warning; one that cannot be converted is an error with the rule’s text', () => {
  const fitted = judge(bluesky, post({}, [picture]), () => ({
    action: 'resize',
    width: 600,
    height: 400,
    contentType: 'image/jpeg',
  }))
  assert.deepEqual([fitted.errors, codes(fitted.infos)], [[], ['image_will_be_fitted /media/0']])
  assert.deepEqual([fitted.plan.media[0]?.action, fitted.plan.media[0]?.width], ['resize', 600])
  assert.match(fitted.infos[0]?.message ?? '', /^For Bluesky, we’ll convert this image to 600 × 400, image\/jpeg/)
  const { errors } = judge(bluesky, post({}, [picture]), () => ({ action: 'reject', why: 'Too flat: crop it.' }))
  assert.deepEqual([codes(errors), errors[0]?.message], [['image_cannot_be_fitted /media/0'], 'Too flat: crop it.'])
})

test('missing alt text is a warning; alt text that is too long is an error', () => {
  const { errors, warnings } = judge(bluesky, post({}, [{ ...picture, altText: null }]))
  assert.deepEqual([errors, codes(warnings)], [[], ['alt_text_missing /media/0/altText']])
  assert.deepEqual(codes(judge(mastodon, post({}, [{ ...picture, altText: 'a'.repeat(1_501) }])).errors), [
    'alt_text_too_long /media/0/altText',
  ])
})

test('each part of a thread is checked, and issues point to the part', () => {
  const parts = [
    { text: 'one', media: [] },
    { text: 'b'.repeat(301), media: [picture, video] },
    { text: '', media: [] },
  ]
  const { errors, plan } = judge(bluesky, post({ format: 'thread', parts }))
  assert.deepEqual(codes(errors), [
    'text_too_long /thread/0/content',
    'media_mixed /thread/0/media/0',
    'text_missing /thread/1/content',
  ])
  assert.equal(plan.thread.length, 2)
  const long = Array.from({ length: 26 }, () => ({ text: 'x', media: [] }))
  assert.deepEqual(codes(judge(bluesky, post({ format: 'thread', parts: long })).errors), ['thread_too_long /thread'])
})

test('formats, comments, titles and settings that the network does not support are reported', () => {
  assert.deepEqual(codes(judge(bluesky, post({ format: 'story' })).errors), ['format_not_supported /format'])
  const plain: Limits = { ...bluesky, formats: ['post'], thread: null, firstComment: false }
  assert.deepEqual(judge(plain, post({ format: 'carousel' }, [picture])).errors, [])
  assert.deepEqual(codes(judge(plain, post({ firstComment: 'first' })).errors), [
    'first_comment_not_supported /firstComment',
  ])
  assert.deepEqual(codes(judge(bluesky, post({ firstComment: 'a'.repeat(301) })).errors), [
    'text_too_long /firstComment',
  ])
  assert.deepEqual(codes(judge(bluesky, post({ title: 'A title' })).infos), ['title_not_used /title'])
  assert.deepEqual(codes(judge(bluesky, post({ settings: { visibility: 'secret' } })).errors), [
    'settings_invalid /settings/bluesky/visibility',
  ])
})

test('an excess of one character is stated in the singular', () => {
  const [issue] = judge(bluesky, post({}, [], 'a'.repeat(301))).errors
  assert.equal(issue?.fix, 'Shorten it by 1 character.')
  assert.equal(judge(bluesky, post({}, [], 'a'.repeat(302))).errors[0]?.fix, 'Shorten it by 2 characters.')
})

test('on networks that accept a language, it must be a valid tag', () => {
  assert.deepEqual(codes(judge(bluesky, post({ language: 'german' })).errors), ['language_unknown /language'])
  for (const language of ['de', 'pt-BR', 'EN']) assert.deepEqual(judge(bluesky, post({ language })).errors, [])
  assert.deepEqual(judge(x, post({ language: 'german' })).errors, [])
})

test('the plan lists what the text contains and the calls that will be made', () => {
  const { plan } = judge(bluesky, post({}, [], 'see example.com @alice.test #dawn'))
  assert.deepEqual(
    [plan.links, plan.mentions, plan.tags, plan.calls],
    [['https://example.com'], ['alice.test'], ['dawn'], ['POST write']],
  )
})

test('more cashtags than most apps may use cause a warning, counted per text', () => {
  const outgoing = post({ firstComment: '$AB and $CD' }, [], 'about $AB')
  assert.deepEqual(codes(judge(x, outgoing).warnings), ['cashtags_too_many /firstComment'])
  const [warning] = judge(x, post({}, [], '$AB $CD $EF')).warnings
  assert.deepEqual([warning?.path, warning?.fix], ['/content', 'Remove 2.'])
  assert.deepEqual(judge(mastodon, outgoing).warnings, [])
})
