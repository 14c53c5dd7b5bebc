import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RichText } from '@atproto/api'
import { find } from '#rules/find/find.ts'

/** Compares our facets with those that Bluesky's own client finds with `RichText`. */

const ours = (text: string): string[] =>
  find(text, 'bluesky')
    .map(({ kind, start, end, value }) => `${kind} ${text.slice(start, end)} ${value}`)
    .toSorted()

function theirs(text: string): string[] {
  const rich = new RichText({ text })
  rich.detectFacetsWithoutResolution()
  const bytes = Buffer.from(text, 'utf8')
  return (rich.facets ?? [])
    .map(({ index: { byteStart, byteEnd }, features: [feature] }) => {
      const { $type, ...rest }: Readonly<Record<string, unknown>> = { ...feature }
      const [value = ''] = Object.values(rest).map(String)
      const kind = String($type).split('#')[1]
      // Handles are case-insensitive; we look them up in lower case.
      const normalized = kind === 'mention' ? value.toLowerCase() : value
      return `${kind} ${bytes.toString('utf8', byteStart, byteEnd)} ${normalized}`
    })
    .toSorted()
}

const alike: Readonly<Record<string, readonly string[]>> = {
  links: [
    'https://a.example.com/b?c=d#e',
    '(https://example.com/a)',
    'https://example.com/a),',
    'example.com/page, now',
    'see example.com/a.',
    'node.js and e.g. this',
    'mail ada@example.com',
    'www.example.com:8080/x',
    'example.com?x=1',
    'example.com#x',
    'https://localhost:3000/x',
    'http://localhost',
    'https://1.2.3.4/x',
    '1.2.3.4',
    'example.c',
    'example.museum',
    'foo_bar.com',
    'https://foo_bar.com',
    'texthttps://example.com',
    'https://example.com/👩‍👩‍👧',
    'https://example.com/a\u200Db',
    'https://例え.jp/パス',
    'bücher.com',
    'https://bücher.com',
    'https://example.com。',
    'a.b.c.d.e.com',
    '.com',
    'foo.com.',
    'ftp://example.com',
    'https://example.com\u00a0x',
    '\u3000https://example.com',
    "https://example.com/it's",
    '[x](https://example.com/a)',
    'https://example.com/@bob.test #a',
  ],
  mentions: [
    '@bob.test',
    '(@bob.test)',
    '@BOB.test',
    '@alice.bsky.social.',
    'x@alice.bsky.social',
    '@alice',
    '@bob.nobody',
    '@bob.test,@eva.test',
    '@bob.test\n@eva.test',
    '＠bob.test',
    '@xn--bcher-kva.example.com',
    '@bücher.com',
    '\u00a0@bob.test',
    '👋👋 @bob.test',
    'שלום @bob.test مرحبا',
  ],
  tags: [
    'hello #one',
    '1️⃣👍🏽 #två',
    '広い ＃港',
    '#cafe\u0301 now',
    '#سلام',
    'a\r\n#b\r\n#c',
    'a \ud83d #b',
    '#2026',
    '#no1!',
    '#a#b',
    'a#b',
    '#️⃣',
    '#',
    '##x',
    '#_x',
    '#x_',
    '#😀',
    '#😀x',
    '#a\u200Bb',
    '#a\u00ADb',
    `#${'a'.repeat(64)}`,
    `#${'a'.repeat(65)}`,
    '\u3000#tag',
    '#tag\u3000x',
    '#東京。',
    '#東京！',
    '#c++',
    '#c#',
    '#ok)',
    '(#ok)',
    '#a/b',
  ],
  cashtags: [
    '$abc',
    '($BRK2)',
    '$5',
    '$toolong',
    'US$ABC',
    '$a-b',
    '$A’s',
    '#tag$abc $a',
    '$ABC,',
    '“$ABC”',
    '＄ABC',
    '$abc…',
    'https://example.com/$ABC $DEF',
  ],
}

for (const [kind, texts] of Object.entries(alike)) {
  test(`facets match those of Bluesky's own client: ${kind}`, () => {
    for (const text of texts) assert.deepEqual(ours(text), theirs(text), text)
  })
}

/** Texts that Bluesky's client parses differently, each with the reason for our result. */
const better: readonly [text: string, found: readonly string[], why: string][] = [
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)'], 'their client includes the bracket of the sentence'],
  ['https://example.com/a?!', ['https://example.com/a'], 'their client drops one of several punctuation marks'],
  ['https://example.com/a...', ['https://example.com/a'], 'their client drops one of three dots'],
  ['foo.com..', ['foo.com'], 'their client drops one of two dots'],
  ['**https://example.com/b**', ['https://example.com/b'], 'their client finds no link after markup'],
  ['`https://example.com/c`', ['https://example.com/c'], 'their client finds no link after markup'],
  ['<https://example.com>', ['https://example.com'], 'their client finds no link in angle brackets'],
  ['「https://example.com」', ['https://example.com'], 'their client finds no link in Japanese quotation marks'],
  ['text:https://example.com', ['https://example.com'], 'their client finds no link after a colon'],
  [
    '\u202Bhttps://a.example.com/x\u202C',
    ['https://a.example.com/x'],
    'their client finds no link after a direction mark',
  ],
  ['https://example.com"quoted"', ['https://example.com'], 'URLs do not contain quotation marks'],
  ['https://example.com/<b>', ['https://example.com/'], 'URLs do not contain angle brackets'],
  ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM'], 'a scheme may be in capitals'],
  ['Example.COM/Path', ['Example.COM/Path'], 'a domain may be in capitals'],
  ['3com.com', ['3com.com'], 'a domain may begin with a digit'],
  ['sub.a-b.com/x', ['sub.a-b.com/x'], 'a domain may have a hyphen'],
  ['https://foo', [], 'such a URL does not lead anywhere'],
  ['https://user:pw@example.com/', [], 'a URL with a password does not become a link'],
  [`https://a.example.com/${'x'.repeat(2_100)}`, [], 'servers refuse a URL of this length'],
  ['@alice.bsky.social@example.com', [], 'it is a fediverse address'],
  ['@-bad.com', [], 'handles do not begin with a hyphen, so a lookup would fail'],
  ['@a..com', [], 'handles do not have empty parts, so a lookup would fail'],
  [`@${'a'.repeat(70)}.com`, [], 'parts of a handle have at most 63 characters'],
  [`#${'👍🏽'.repeat(40)}`, [`#${'👍🏽'.repeat(40)}`], 'the limit is 64 graphemes'],
]

for (const [text, found, why] of better) {
  test(`${JSON.stringify(text.slice(0, 40))} is deliberately parsed differently: ${why}`, () => {
    assert.deepEqual(
      find(text, 'bluesky').map(({ start, end }) => text.slice(start, end)),
      found,
    )
    assert.notDeepEqual(ours(text), theirs(text), 'both now agree: move it to the list above')
  })
}
