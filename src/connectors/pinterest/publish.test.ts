import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanFit } from '#connectors/check/media/plan-fit.ts'
import { validate } from '#connectors/check/validate.ts'
import { type MediaRule, MediaUnfit } from '#connectors/connector.ts'
import { fileOf, filesOf, heavyStillOf } from '#test/connector-suite/files.ts'
import { finishOff } from '#test/connector-suite/finish-off.ts'
import { pinterest } from '#test/connector-suite/networks/pinterest.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { altTextOf, check } from './plan.ts'

const one = fileOf('image/png')
const two = fileOf('image/jpeg', { altText: 'A mast.' })

const rulesOf = (stand: Awaited<ReturnType<typeof openStand>>, patch: object) =>
  stand.sandbox.network('pinterest').settings?.change(patch as Record<string, unknown>)

test('a board must be chosen, and several images must have the same aspect ratio', () => {
  const account = { remoteId: '1', handle: 'alice', facts: {} }
  const settings = { boardId: '7' }
  assert.deepEqual(
    check(postOf({ account }, 'a', { media: [one.item] })).map(({ code, at }) => [code, at]),
    [['setting_missing', { setting: 'boardId' }]],
  )
  assert.deepEqual(check(postOf({ account }, 'a', { settings, media: [one.item, two.item] })), [])
  const other = fileOf('image/png', { width: 360 })
  assert.deepEqual(
    check(postOf({ account }, 'a', { settings, media: [one.item, other.item] })).map(({ at }) => at),
    [{ media: 1 }],
  )
})

test('a pin joins its images’ alt texts: each once, and only those that fit in full', () => {
  const item = (altText: string | null) => ({ ...one.item, altText })
  assert.equal(altTextOf([item('a'), item('b'), item('a'), item(null)]), 'a\nb')
  assert.equal(altTextOf([item('x'.repeat(400)), item('y'.repeat(200)), item('z')]), `${'x'.repeat(400)}\nz`)
})

test('if several images are no longer accepted, the first is published with a warning', async (t) => {
  const stand = await openStand(t, 'pinterest')
  rulesOf(stand, { carousels: false })
  const signedIn = await signIn(stand, pinterest, 'alice')
  const post = postOf(signedIn, 'two', { media: [one.item, two.item], title: 'T', link: 'https://example.com/a' })
  const walker = walkerOf(stand, signedIn, post, filesOf(one, two))
  const met = await finishOff(stand, walker)
  assert.deepEqual(
    met.map((verdict) => [verdict.is, verdict.is === 'again' && verdict.from]),
    [['again', 'pinFirst']],
    'a refused pin was not accepted, so the post can still be cancelled',
  )
  assert.deepEqual(walker.warnings.length, 1)
  assert.deepEqual(
    stand.seen('alice').map(({ text, media }) => [text, media.length]),
    [['T\n\ntwo', 1]],
  )
  assert.match(walker.shown[0]?.url ?? '', /\/pin\/\d+\/$/)
})

test('several images are shrunk to fit into one call, which the check announces', async (t) => {
  const stand = await openStand(t, 'pinterest')
  const signedIn = await signIn(stand, pinterest, 'alice')
  const heavy = [1, 2, 3, 4, 5].map(() => heavyStillOf(pinterest.connector.limits, 3_000_000))
  const { pin } = pinterest.connector.steps
  for (const [files, maxBytes, action] of [
    [heavy, 2_000_000, 'resize'],
    [heavy.slice(0, 1), 10_000_000, 'as-is'],
  ] as const) {
    const post = postOf(signedIn, 'heavy', { media: files.map(({ item }) => item) })
    const requested: MediaRule[] = []
    const media = (_: unknown, rule: MediaRule = {}) => {
      requested.push(rule)
      throw new MediaUnfit('not in this test')
    }
    await assert.rejects(async () => pin?.run({ media } as never, post, {}), MediaUnfit)
    assert.ok(requested.length > 0 && requested.every((rule) => rule.maxBytes === maxBytes))
    const planFit: PlanFit = ({ size }, rule) =>
      size <= (rule.maxBytes ?? 0)
        ? { action: 'as-is' }
        : { action: 'resize', width: 1, height: 1, contentType: 'image/jpeg' }
    const { plan } = validate({ connector: pinterest.connector, outgoing: post, planFit })
    assert.deepEqual([...new Set(plan.media.map((one) => one.action))], [action])
  }
})

test('with Trial access, nothing is created and the operator is notified', async (t) => {
  const stand = await openStand(t, 'pinterest')
  const signedIn = await signIn(stand, pinterest, 'alice')
  for (const trialCode of [29, 3]) {
    rulesOf(stand, { access: 'trial', trialCode })
    const { verdict } = await walkerOf(stand, signedIn, postOf(signedIn, 'trial')).toEnd()
    assert.equal(verdict?.is, 'operator')
  }
  assert.deepEqual(stand.seen('alice'), [])
})

test('the search reads unordered lists to the end, and does not guess about similar pins or a rewritten link', async (t) => {
  const stand = await openStand(t, 'pinterest')
  const signedIn = await signIn(stand, pinterest, 'alice')
  const post = postOf(signedIn, 'alike', { media: [one.item], link: 'https://example.com/a' })
  const walker = walkerOf(stand, signedIn, post, filesOf(one))
  assert.equal(await walker.find(), 'absent')
  await walker.tryStep()
  rulesOf(stand, { newestFirst: false })
  const found = await walker.find()
  assert.ok(found !== null && typeof found === 'object')
  assert.equal(found.shown?.remoteId, stand.seen('alice')[0]?.id)
  assert.equal(await walker.find({ ours: async () => false }), 'absent')
  const rewritten = walkerOf(stand, signedIn, { ...post, link: 'https://example.com/b' }, filesOf(one))
  assert.equal(await rewritten.find(), 'unsure')
  await walker.tryStep()
  assert.equal(await walker.find(), 'unsure')
})

test('a renewal without a new refresh token keeps the old one, and an outdated token is refused', async (t) => {
  const stand = await openStand(t, 'pinterest')
  rulesOf(stand, { rotates: false, scopeSeparator: ',' })
  const { grant } = await signIn(stand, pinterest, 'alice')
  const renewed = await pinterest.connector.auth.refresh?.(stand.http(), grant)
  assert.equal(renewed?.grant.refreshToken, grant.refreshToken)
  assert.ok(renewed?.scopes.includes('pins:write'))
})
