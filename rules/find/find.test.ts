import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Dialect } from '#rules/limits.ts'
import { find } from './find.ts'

const found = (text: string, dialect: Dialect) =>
  find(text, dialect).map(({ kind, start, end, value }) => [kind, text.slice(start, end), value])

test('Bluesky: links, bare domains, handles and tags are found, but not lookalikes', () => {
  const cases: [string, string[][]][] = [
    ['see https://example.com/a?b=c#d.', [['link', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d']]],
    ['(https://example.com/a_(b))', [['link', 'https://example.com/a_(b)', 'https://example.com/a_(b)']]],
    ['(https://example.com/a)', [['link', 'https://example.com/a', 'https://example.com/a']]],
    ['go to example.com/page, now', [['link', 'example.com/page', 'https://example.com/page']]],
    ['node.js and e.g. this', []],
    ['mail ada@example.com', []],
    ['@alice.bsky.social hi', [['mention', '@alice.bsky.social', 'alice.bsky.social']]],
    ['(@Alice.test)', [['mention', '@Alice.test', 'alice.test']]],
    ['@alice hi', []],
    ['x@alice.bsky.social', []],
    ['@alice.bsky.social.', [['mention', '@alice.bsky.social', 'alice.bsky.social']]],
    [
      '#harbour, #2026 #no1! ＃広い',
      [
        ['tag', '#harbour', 'harbour'],
        ['tag', '#no1', 'no1'],
        ['tag', '＃広い', '広い'],
      ],
    ],
    [
      '$abc, ($BRK2) $5 $toolong US$ABC $a-b',
      [
        ['tag', '$abc', '$ABC'],
        ['tag', '$BRK2', '$BRK2'],
      ],
    ],
    ['a#b', []],
    [`#${'a'.repeat(65)}`, []],
    ['https://a.example/#tag', [['link', 'https://a.example/#tag', 'https://a.example/#tag']]],
  ]
  for (const [text, expected] of cases) assert.deepEqual(found(text, 'bluesky'), expected, text)
})

test('a link ends before markup and never inside an emoji, and is either complete or not found', () => {
  const emoji = 'https://a.example/👩‍👩‍👧/می‌خواهم'
  const long = `https://a.example/${'x'.repeat(2_100)}`
  for (const [text, links] of [
    ['**https://a.example/b** and `https://a.example/c`', ['https://a.example/b', 'https://a.example/c']],
    ['*a.example.com/b*', []],
    ['see a.example.com/b*', ['a.example.com/b']],
    [`${emoji} end`, [emoji]],
    [`${emoji}\u200D end`, [emoji]],
    [`a.example.com/${'🎉'.repeat(1_100)}`, []],
    [`${long} and https://a.example/`, ['https://a.example/']],
  ] as const)
    assert.deepEqual(
      found(text, 'bluesky').map(([, written]) => written),
      links,
      text.slice(0, 60),
    )
})

test('Mastodon: URLs with a scheme, local and remote names, and tags of letters are found', () => {
  const cases: [string, string[][]][] = [
    ['example.com https://example.com', [['link', 'https://example.com', 'https://example.com']]],
    [
      '@ada and @bob@harbour.example',
      [
        ['mention', '@ada', 'ada'],
        ['mention', '@bob@harbour.example', 'bob@harbour.example'],
      ],
    ],
    ['mail ada@harbour.example', []],
    [
      '#harbour #2026 #two_words a#b',
      [
        ['tag', '#harbour', 'harbour'],
        ['tag', '#two_words', 'two_words'],
      ],
    ],
  ]
  for (const [text, expected] of cases) assert.deepEqual(found(text, 'fediverse'), expected, text)
})

test('Instagram: names with dots and tags of letters are found, and names within URLs are not', () => {
  const text = 'Ask @anna.b_1. or (@carl) at ada@example.com, not @, #harbour #2027 https://example.com/@dora'
  assert.deepEqual(
    find(text, 'instagram').map(({ kind, value }) => `${kind} ${value}`),
    ['mention anna.b_1', 'mention carl', 'tag harbour', 'link https://example.com/@dora'],
  )
})

test('matches lie within the text, are in order, and never overlap', () => {
  const word = fc.oneof(
    fc.constantFrom('https://', '@', '#', '.', 'example.com', '@a.test', '@b@c.example', ' ', '(', ')', '🙂', 'ü'),
    fc.string({ maxLength: 6 }),
  )
  const texts = fc.array(word, { maxLength: 20 }).map((words) => words.join(''))
  fc.assert(
    fc.property(texts, fc.constantFrom<Dialect>('bluesky', 'fediverse', 'instagram', 'x', 'plain'), (text, dialect) => {
      let end = 0
      for (const one of find(text, dialect)) {
        assert.ok(one.start >= end && one.end > one.start && one.end <= text.length)
        end = one.end
      }
    }),
  )
})

test('a hostile text of a million characters is read completely', () => {
  const pieces = ['@', '#', 'a.', '@a.', 'https://', '@a@', 'a-', '(', '.', 'http://a.b(', '@a.b-.', 'http://a)', ')']
  for (const piece of pieces) {
    const text = `https://a.example/${piece.repeat(Math.ceil(1_000_000 / piece.length))}`
    for (const dialect of ['bluesky', 'fediverse', 'instagram', 'x', 'plain'] as const)
      assert.ok(find(text, dialect).length < text.length)
  }
})
