import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { count } from '#rules/count/count.ts'
import { type Network, networks } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { type Entry, type Insertion, placeText } from './place-text.ts'

const values = { date: '5 January', weekday: 'Tuesday', account: '@harbour', link: 'https://example.com/' }
const set = (more: Partial<Insertion>): Insertion => ({
  kind: 'hashtags',
  content: '#one #two #three #four #five #six #seven',
  networkTexts: {},
  networks: [],
  uses: 0,
  at: null,
  shorten: false,
  ...more,
})
const on = (network: Network, own?: string): Entry => ({
  network,
  own,
  values,
  limits: limitsForNetwork(network),
})

test('a set with more hashtags than the network advises takes turns, and each of its hashtags has its turn', () => {
  const advised = limitsForNetwork('instagram').hashtags?.advised ?? assert.fail('Instagram advises no number')
  const seen = new Set<string>()
  for (let uses = 0; uses < 7; uses += 1) {
    const tags = placeText(set({ uses }), '', [on('instagram')], values).base.split(' ')
    assert.equal(tags.length, advised)
    for (const tag of tags) seen.add(tag)
  }
  assert.equal(seen.size, 7)
})

test('hashtags that the text already has count', () => {
  const { base } = placeText(set({}), 'Ours #a #b #c #d', [on('instagram')], values)
  assert.equal(base, 'Ours #a #b #c #d\n\n#one')
})

test('with `shorten`, hashtags never make a text too long on any network, and those left out are listed', () => {
  const tag = fc.stringMatching(/^#[a-z]{1,30}$/)
  const texts = fc.string({ unit: 'grapheme', maxLength: 700 })
  fc.assert(
    fc.property(
      fc.constantFrom(...networks.map(limitsForNetwork)),
      fc.array(tag, { maxLength: 40 }),
      texts,
      (limits, tags, text) => {
        const isTooLong = (one: string) => limits.text.some((rule) => count(one, rule, limits.dialect) > rule.max)
        fc.pre(!isTooLong(text))
        const { base, leftOut } = placeText(
          set({ content: tags.join(' '), shorten: true }),
          text,
          [on(limits.network)],
          values,
        )
        assert.ok(!isTooLong(base))
        const advised = limits.hashtags?.advised ?? limits.hashtags?.max
        if (advised === undefined)
          assert.deepEqual(
            [...(base.slice(text.trimEnd().length).match(/#[a-z]+/g) ?? []), ...(leftOut[0] ?? [])],
            tags,
          )
      },
    ),
    { numRuns: 300 },
  )
})

test('an entry with its own text gets the addition there, and the post’s text is that of the others', () => {
  const placed = placeText(set({ content: '#a' }), 'Ours', [on('mastodon', 'Its own'), on('bluesky')], values)
  assert.equal(placed.base, 'Ours\n\n#a')
  assert.deepEqual(placed.own, ['Its own\n\n#a', undefined])
})
