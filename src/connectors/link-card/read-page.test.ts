import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#test/fuzz/any-character.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { readHead } from './read-page.ts'

const cases: readonly [string, string, string | null, Record<string, string>][] = [
  [
    'quotes of both kinds, or none',
    `<meta name="a" content="1"><meta name='b' content='2'><meta name=c content=3>`,
    null,
    { a: '1', b: '2', c: '3' },
  ],
  ['attributes in any order and case', '<META CONTENT="x" PROPERTY="OG:Title">', null, { 'og:title': 'x' }],
  ['a > within quotes', '<meta name="a" content="1 > 0">', null, { a: '1 > 0' }],
  ['the first of several', '<meta name=a content=1><meta name=a content=2>', null, { a: '1' }],
  ['an empty value counts as missing', '<meta name=a content=""><meta name=a content=2>', null, { a: '2' }],
  [
    'references',
    '<title>&lt;A &amp; B&gt; &#8211; &#x1F6A2; &unknown; &#0; &#xD800;</title>',
    '<A & B> – 🚢 &unknown; \uFFFD \uFFFD',
    {},
  ],
  ['white space', '<title>\n a\t b \u00a0 </title>', 'a b', {}],
  ['no title', '<title> </title>', null, {}],
  ['commented-out content', '<!-- <title>no</title> --><title>yes</title>', 'yes', {}],
  ['content in a script', '<script>"<title>no</title>"</script><title>yes</title>', 'yes', {}],
  ['content in the body', '<title>a</title></head><body><meta name=a content=1>', 'a', {}],
  ['a title without an end', '<title>half', null, {}],
  ['a tag without an end', '<title>a</title><meta name="x', 'a', {}],
  ['a comment without an end', '<title>a</title><!-- ', 'a', {}],
]

for (const [name, html, title, meta] of cases) {
  test(`reading the head of a page: ${name}`, () => {
    const head = readHead(html)
    assert.deepEqual([head.title, Object.fromEntries(head.meta)], [title, meta])
  })
}

test('a page designed to be slow to parse is parsed quickly', () => {
  const size = 300_000
  for (const piece of [
    '<',
    '<meta ',
    '<!--',
    '<meta a="',
    '</',
    '<title>',
    '<script></',
    'a=',
    '<meta content="x" ',
    '&#',
    '<a b=\'"',
  ])
    for (const whole of [piece.repeat(size / piece.length), `<meta ${piece.repeat(size / piece.length)}>`]) {
      const from = performance.now()
      readHead(whole)
      const tookMs = performance.now() - from
      assert.ok(tookMs < patienceMs(1_000), `${JSON.stringify(piece)}: ${tookMs} ms`)
    }
})

test('no page crashes the parser', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '<meta ',
      'name=',
      'content=',
      '"',
      "'",
      '</',
      '<title>',
      '</title>',
      '<!--',
      '-->',
      '&#',
      ';',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  )
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void readHead(pieces.join(''))))
})
