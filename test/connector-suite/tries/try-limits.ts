import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanFit } from '#connectors/check/media/plan-fit.ts'
import { validate } from '#connectors/check/validate.ts'
import type { Outgoing } from '#connectors/connector.ts'
import { limitsOf } from '#connectors/registry.ts'
import { planFit } from '#infra/media-worker/index.ts'
import { count, countUnits } from '#rules/count/count.ts'
import type { Limits, TextRule } from '#rules/limits.ts'
import { fileOf, filesOf, heavyStillOf, stillOf, type TestFile } from '#test/connector-suite/files.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type SignedIn, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

/**
 * Tests that the documented limits are enforced: above them, we refuse first and then the network; exactly at the
 * limit, neither does.
 */
export function tryLimits(title: string, network: NetworkUnderTest): void {
  const { connector } = network
  const enforces = (what: NetworkUnderTest['enforces'][number]) => network.enforces.includes(what)

  const faultsOf = (outgoing: Outgoing) =>
    validate({ connector, outgoing, planFit: fitOf }).errors.map(({ code }) => code)
  async function goesOut(stand: Stand, signedIn: SignedIn, post: Outgoing, ...files: readonly TestFile[]) {
    assert.deepEqual(faultsOf(post), [])
    const had = stand.seen('alice').length
    const { failure, error } = await walkerOf(stand, signedIn, post, filesOf(...files)).toEnd()
    assert.deepEqual([failure, error], [null, null])
    assert.equal(stand.seen('alice').length, had + 1)
  }
  async function isRefused(stand: Stand, signedIn: SignedIn, post: Outgoing, ...files: readonly TestFile[]) {
    const had = stand.seen('alice').length
    const { verdict } = await walkerOf(stand, signedIn, post, filesOf(...files)).toEnd()
    assert.equal(verdict?.is, 'refused')
    assert.match(verdict.why, /^\p{Lu}.{10}/su, 'the reason is a sentence')
    assert.equal(stand.seen('alice').length, had)
  }

  for (const rule of connector.limits.text)
    test(`${title}: ${rule.max} ${rule.words} are published, and one more is rejected`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const { dialect } = connector.limits
      const most = textOf(rule)
      const over = `${most}a`
      assert.deepEqual([count(most, rule, dialect), count(over, rule, dialect)], [rule.max, rule.max + 1])
      await goesOut(stand, signedIn, postOf(signedIn, most))
      assert.equal(stand.seen('alice').at(-1)?.text, most)
      assert.deepEqual(faultsOf(postOf(signedIn, over)), ['text_too_long'])
      if (enforces('text')) await isRefused(stand, signedIn, postOf(signedIn, over))
    })

  if (connector.limits.image.max > 0)
    test(`${title}: the maximum number of images is published, and one more is rejected`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const { max } = limitsOf(connector, signedIn.account.facts).image
      const files = Array.from({ length: max + 1 }, (_, at) =>
        stillOf(connector.limits, { width: 320 + at, height: 320 + at }),
      )
      const postWith = (some: readonly TestFile[]) => postOf(signedIn, '', { media: some.map(({ item }) => item) })
      await goesOut(stand, signedIn, postWith(files.slice(0, max)), ...files)
      assert.deepEqual(
        stand.seen('alice')[0]?.media.map(({ sha256, alt }) => [sha256, alt]),
        files.slice(0, max).map(({ sha256, item }) => [sha256, connector.limits.altText.max === 0 ? '' : item.altText]),
      )
      assert.deepEqual(faultsOf(postWith(files)), ['media_too_many'])
      if (enforces('images')) await isRefused(stand, signedIn, postWith(files), ...files)
    })

  if (connector.limits.altText.max > 0)
    test(`${title}: alt text of the maximum length is published, and one more character is rejected`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const { max, unit } = limitsOf(connector, signedIn.account.facts).altText
      const fileWith = (altText: string) => stillOf(connector.limits, { altText })
      const most = fileWith('ä'.repeat(max))
      assert.equal(countUnits(most.item.altText ?? '', unit), max)
      await goesOut(stand, signedIn, postOf(signedIn, 'most', { media: [most.item] }), most)
      assert.equal(stand.seen('alice')[0]?.media[0]?.alt, most.item.altText)
      const over = fileWith('ä'.repeat(max + 1))
      const post = postOf(signedIn, 'more', { media: [over.item] })
      assert.deepEqual(faultsOf(post), ['alt_text_too_long'])
      if (enforces('altText')) await isRefused(stand, signedIn, post, over)
    })

  if (connector.limits.image.max > 0)
    test(`${title}: an image of the maximum size is sent unchanged, and a larger one is reduced`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      network.lower?.(stand)
      const signedIn = await signIn(stand, network, 'alice')
      const { maxBytes } = limitsOf(connector, signedIn.account.facts).image
      const fileWith = (size: number) => heavyStillOf(connector.limits, size)
      const [most, over] = [fileWith(maxBytes), fileWith(maxBytes + 1)]
      const postWith = (file: TestFile) => postOf(signedIn, 'a picture', { media: [file.item] })
      await goesOut(stand, signedIn, postWith(most), most)
      const [entry] = stand.seen('alice')
      assert.deepEqual([entry?.media[0]?.bytes, entry?.media[0]?.sha256], [maxBytes, most.sha256])
      const fit = validate({
        connector,
        outgoing: postWith(over),
        planFit: fitOf,
      }).plan.media
      assert.deepEqual(
        fit.map(({ action }) => action),
        ['resize'],
      )
      // The original file, which differs from the one that is sent.
      if (enforces('imageBytes')) await isRefused(stand, signedIn, postWith(over), over)
    })

  test(`${title}: unsupported content is reported before publishing, not after`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const limits: Limits = limitsOf(connector, signedIn.account.facts)
    const nothing = postOf(signedIn, '', { parts: [{ text: '  ', media: [] }] })
    assert.deepEqual(faultsOf(nothing), ['text_missing', ...(limits.mediaRequired ? ['media_required'] : [])])
    const madeUp = postOf(signedIn, 'a', { settings: { ...signedIn.settings, madeUp: 1 } })
    assert.deepEqual(faultsOf(madeUp), ['settings_invalid'])
    const film = fileOf('video/mp4')
    const picture = limits.image.max > 0 ? stillOf(connector.limits) : fileOf('image/jpeg')
    if (!limits.mixed) {
      const mixed = postOf(signedIn, 'both', { media: [film.item, picture.item] })
      assert.deepEqual(faultsOf(mixed), [...(limits.image.max > 0 ? [] : ['media_too_many']), 'media_mixed'])
    }
    const films = postOf(signedIn, 'films', { media: Array.from({ length: limits.video.max + 1 }, () => film.item) })
    assert.deepEqual(faultsOf(films), ['media_too_many'])
    if (limits.thread) {
      const parts = Array.from({ length: limits.thread.maxParts + 1 }, () => ({ text: 'a', media: [] }))
      assert.deepEqual(faultsOf(postOf(signedIn, 'a', { parts })), ['thread_too_long'])
    }
  })
}

/** Fits files like the media worker, which needs fewer of their facts. */
const fitOf: PlanFit = (media, rule) => {
  type Given = Parameters<typeof planFit>
  return planFit({ ...media, frames: 1 } as unknown as Given[0], rule as Given[1])
}

/**
 * Returns a text exactly as long as allowed, of heavy characters, because other rules would block a text of light ones.
 */
function textOf({ unit, max }: TextRule): string {
  if (unit !== 'byte') return 'ä'.repeat(max)
  const heavy = '❤️‍🔥'
  const times = Math.floor(max / Buffer.byteLength(heavy))
  return `${heavy.repeat(times)}${'a'.repeat(max - times * Buffer.byteLength(heavy))}`
}
