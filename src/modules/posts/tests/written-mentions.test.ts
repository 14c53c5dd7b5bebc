import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tokensOf } from '#connectors/linkedin/post/little-text.ts'
import { find } from '#rules/find/find.ts'
import { listPlainNames, type Mention, splitMentions, writeMentions, writeMentionsOfComment } from '#rules/mentions.ts'

const museum: Mention = {
  text: '@Harbour Museum',
  handles: {
    bluesky: 'harbour.bsky.social',
    mastodon: 'harbour@mastodon.social',
    linkedin: 'urn:li:organization:7',
    instagram: 'harbour.museum',
  },
}
const harbour: Mention = { text: '@Harbour', handles: { x: 'harbourcity', bluesky: 'city.example' } }

test('each network gets its handle, and one without a handle the name without its @', () => {
  const text = 'Tonight at @Harbour Museum!'
  assert.equal(writeMentions(text, [museum], 'bluesky'), 'Tonight at @harbour.bsky.social!')
  assert.equal(writeMentions(text, [museum], 'mastodon'), 'Tonight at @harbour@mastodon.social!')
  assert.equal(writeMentions(text, [museum], 'linkedin'), 'Tonight at @[Harbour Museum](urn:li:organization:7)!')
  assert.equal(writeMentions(text, [museum], 'x'), 'Tonight at Harbour Museum!')
  assert.deepEqual(listPlainNames(text, [museum], 'x'), ['@Harbour Museum'])
  assert.deepEqual(listPlainNames(text, [museum], 'bluesky'), [])
  assert.equal(writeMentionsOfComment(text, [museum], 'linkedin'), 'Tonight at Harbour Museum!')
  assert.equal(writeMentionsOfComment(text, [museum], 'mastodon'), 'Tonight at @harbour@mastodon.social!')
})

test('of two names that match, the longer one counts, whatever their order', () => {
  for (const mentions of [
    [museum, harbour],
    [harbour, museum],
  ])
    assert.equal(
      writeMentions('@Harbour Museum in @Harbour.', mentions, 'bluesky'),
      '@harbour.bsky.social in @city.example.',
    )
})

test('a name is found only as a whole word: not in a longer word, a handle, an email address or a link', () => {
  for (const text of [
    '@Harbours',
    '@Harbour2',
    '@Harbour_',
    '@Harbour.example',
    '@Harbour@mastodon.social',
    '@Harbour-x',
    'me@Harbour',
    'https://example.com/@Harbour',
    '@@Harbour',
    '@harbour',
    'é@Harbour',
  ])
    assert.equal(writeMentions(text, [harbour], 'x'), text)
  for (const [text, written] of [
    ['@Harbour', '@harbourcity'],
    ['(@Harbour)', '(@harbourcity)'],
    ['@Harbour’s', '@harbourcity’s'],
    ['@Harbour. @Harbour-', '@harbourcity. @harbourcity-'],
    ['“@Harbour”', '“@harbourcity”'],
    ['a\n@Harbour\n', 'a\n@harbourcity\n'],
  ] as const)
    assert.equal(writeMentions(text, [harbour], 'x'), written)
})

const sign = fc.constantFrom('a', 'B', 'é', '9', ' ', '.', '+', '$', '&', '-', '’', '🥖', '中', '?', '^', '/', '!')
const name = fc
  .array(sign, { minLength: 1, maxLength: 8 })
  .map((signs) => `@${signs.join('')}`)
  .filter((text) => text.trim() === text && text.length > 1 && !/\s$|^@\s/.test(text))
const mentions = fc.uniqueArray(
  fc.record({
    text: name,
    handles: fc.record(
      {
        bluesky: fc.constantFrom('ada.example.com', 'harbour.bsky.social'),
        mastodon: fc.constantFrom('ada@mastodon.social', 'b_c@example.org'),
        linkedin: fc.constantFrom('urn:li:organization:7', 'urn:li:person:a-B_9'),
      },
      { requiredKeys: [] },
    ),
  }),
  { maxLength: 4, selector: ({ text }) => text },
)
const written = mentions.chain((all) =>
  fc.record({
    all: fc.constant(all),
    text: fc
      .array(fc.oneof(sign, ...(all.length > 0 ? [fc.constantFrom(...all.map(({ text }) => text))] : [])), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  }),
)

test('the pieces of a text are the text, and reading the handles back gives the same names', () => {
  fc.assert(
    fc.property(written, ({ all, text }) => {
      const pieces = splitMentions(text, all)
      assert.equal(pieces.map((piece) => piece.text).join(''), text)
      for (const { text: found, mention } of pieces) assert.equal(mention?.text ?? found, found)
      for (const network of ['bluesky', 'mastodon', 'linkedin'] as const) {
        const back = pieces.map(({ text: own, mention }) => ({
          own,
          is: mention ? writeMentions(mention.text, [mention], network) : own,
        }))
        assert.equal(back.map(({ is }) => is).join(''), writeMentions(text, all, network))
      }
    }),
    { numRuns: 400 },
  )
})

test('each network finds exactly the handles that were written, as its own rules read them', () => {
  const apart = fc.array(fc.constantFrom('tonight', 'at', '(', ')', 'é', '🥖', '中'), { maxLength: 4 })
  fc.assert(
    fc.property(mentions, apart, ({ length, ...all }, words) => {
      const list = Array.from({ length }, (_, at) => all[at] as Mention)
      const text = list.map((mention) => `${words.join(' ')} ${mention.text} `).join('\n')
      const found = splitMentions(text, list).flatMap(({ mention }) => mention ?? [])
      const handlesOn = (network: 'bluesky' | 'mastodon' | 'linkedin') =>
        found.flatMap(({ handles }) => handles[network] ?? [])
      const mentioned = (network: 'bluesky' | 'mastodon', dialect: 'bluesky' | 'fediverse') =>
        find(writeMentions(text, list, network), dialect)
          .filter(({ kind }) => kind === 'mention')
          .map(({ value }) => value)
      assert.deepEqual(mentioned('bluesky', 'bluesky'), handlesOn('bluesky'))
      assert.deepEqual(mentioned('mastodon', 'fediverse'), handlesOn('mastodon'))
      const tokens = tokensOf(writeMentions(text, list, 'linkedin'))
      assert.deepEqual(
        tokens.flatMap((token) => (token.is === 'mention' ? [token.urn] : [])),
        handlesOn('linkedin'),
      )
    }),
    { numRuns: 300 },
  )
})

test('a hostile text is read in linear time', () => {
  const many = Array.from({ length: 20 }, (_, nth) => ({ text: `@${'a'.repeat(99)}${nth}`, handles: { x: 'a' } }))
  const began = performance.now()
  writeMentions('@aaaaaaaaa'.repeat(10_000), many, 'x')
  assert.ok(performance.now() - began < 1_000)
})
