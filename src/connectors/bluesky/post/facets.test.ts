import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#test/fuzz/any-character.ts'
import { facetsOf } from './facets.ts'

const dids = { 'bob.test': 'did:plc:bob', 'eva.bsky.social': 'did:plc:eva' }

/** Returns the text that each facet covers, followed by the values of its feature. */
function marked(text: string): string[][] {
  const bytes = Buffer.from(text, 'utf8')
  return facetsOf(text, dids).map(({ index: { byteStart, byteEnd }, features: [feature] }) => [
    bytes.toString('utf8', byteStart, byteEnd),
    ...(feature ? Object.entries(feature).flatMap(([name, value]) => (name === '$type' ? [] : [value])) : []),
  ])
}

const vectors: readonly [string, string, string[][]][] = [
  ['plain', 'hello #one', [['#one', 'one']]],
  ['emoji before', '👋👋 @bob.test', [['@bob.test', 'did:plc:bob']]],
  ['emoji of many code points', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇳🇴 https://a.example', [['https://a.example', 'https://a.example']]],
  ['keycap and skin tone', '1️⃣👍🏽 #två', [['#två', 'två']]],
  [
    'CJK',
    '東京へ行く https://例え.jp/パス #東京',
    [
      ['https://例え.jp/パス', 'https://例え.jp/パス'],
      ['#東京', '東京'],
    ],
  ],
  ['fullwidth sign', '広い ＃港', [['＃港', '港']]],
  ['cashtag', '🚢 $abc!', [['$abc', '$ABC']]],
  ['combining', 'e\u0301te\u0301 @eva.bsky.social', [['@eva.bsky.social', 'did:plc:eva']]],
  ['combining in the tag', '#cafe\u0301 now', [['#cafe\u0301', 'cafe\u0301']]],
  [
    'right to left',
    'שלום @bob.test مرحبا #سلام',
    [
      ['@bob.test', 'did:plc:bob'],
      ['#سلام', 'سلام'],
    ],
  ],
  ['bidi marks', '\u202Bhttps://a.example/x\u202C end', [['https://a.example/x', 'https://a.example/x']]],
  ['bare domain', '🚢 see example.com/a.', [['example.com/a', 'https://example.com/a']]],
  ['nobody', 'hi @nobody.test and @bob.test', [['@bob.test', 'did:plc:bob']]],
  ['capitals', 'hi @Bob.test', [['@Bob.test', 'did:plc:bob']]],
  [
    'lines',
    'a\r\n#b\r\n#c',
    [
      ['#b', 'b'],
      ['#c', 'c'],
    ],
  ],
  ['a lone half of a pair', 'a \ud83d #b', [['#b', 'b']]],
  ['property names of objects', '@constructor.test #__proto__x', [['#__proto__x', '__proto__x']]],
]

for (const [name, text, expected] of vectors) {
  test(`facets cover their text to the byte: ${name}`, () => assert.deepEqual(marked(text), expected))
}

test('a tag of more than 640 bytes stays plain text', () => {
  assert.deepEqual(marked(`#${'👍🏽'.repeat(64)}${'\u0301'.repeat(80)}`), [])
})

test('facets of any text are ordered, disjoint, in bounds, and never split a character', () => {
  const piece = fc.oneof(
    fc.constantFrom('@bob.test', '#tag', 'https://a.example/b', ' ', '\n', '👩‍👩‍👧', 'é', '例', 'א'),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const bytes = Buffer.from(text, 'utf8')
      let last = 0
      for (const { index } of facetsOf(text, dids)) {
        assert.ok(index.byteStart >= last && index.byteEnd > index.byteStart && index.byteEnd <= bytes.length)
        for (const at of [index.byteStart, index.byteEnd]) assert.notEqual((bytes[at] ?? 0) & 0xc0, 0x80)
        last = index.byteEnd
      }
    }),
  )
})
