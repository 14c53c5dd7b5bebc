import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import twitterText from 'twitter-text'
import { z } from 'zod'
import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { cashtagsOnX } from '#rules/find/find-x.ts'
import { x } from '#rules/networks/x.ts'
import { weightOf } from '../../../sandbox/networks/x/posts/text.ts'

/**
 * Checks our counting for X against the library that X published (twitter-text 3.1.0), and against its conformance
 * lists. The library is from 2020, so ours is right about newer emoji.
 */
const examples = z.array(z.object({ text: z.string(), expected: z.array(z.string()) }))
const lists = z
  .object({
    urls: examples,
    mentions: examples,
    hashtags: examples,
    cashtags: examples,
    weights: z.array(z.object({ text: z.string(), expected: z.number() })),
    endings: z.string(),
  })
  .parse(JSON.parse(await readFile(new URL('conformance.json', import.meta.url), 'utf8')))

const [rule = assert.fail()] = x.text
const ours = (text: string): number => count(text, rule, x.dialect)
const theirs = (text: string): number => twitterText.parseTweet(text).weightedLength
const found = (text: string, kind: string) => find(text, x.dialect).filter((one) => one.kind === kind)

test('X: links, mentions, tags and cashtags match the conformance lists', () => {
  const finders = [
    ['urls', (text: string) => found(text, 'link').map(({ start, end }) => text.slice(start, end))],
    ['mentions', (text: string) => found(text, 'mention').map(({ value }) => value)],
    ['hashtags', (text: string) => found(text, 'tag').map(({ value }) => value)],
    ['cashtags', (text: string) => cashtagsOnX(text).map((tag) => tag.slice(1))],
  ] as const
  for (const [list, findAll] of finders)
    for (const { text, expected } of lists[list]) assert.deepEqual(findAll(text), expected, `${list}: ${text}`)
})

test('X: weights match the conformance lists, here and in the sandbox', () => {
  for (const { text, expected } of lists.weights) {
    assert.equal(ours(text), expected, text)
    // The sandbox does not know the length limit of host names.
    if (!/あいう\.com$/.test(text)) assert.equal(weightOf(text), expected, text)
  }
})

test('X: each top-level domain in the lists forms a link in upper and lower case, with and without a scheme', () => {
  const endings = lists.endings.split(' ')
  for (let from = 0; from < endings.length; from += 50) {
    const some = endings.slice(from, from + 50)
    const bare = some.map((ending) => `harbour.${ending}`).join(' ')
    assert.equal(ours(some.map((ending) => `https://harbour.${ending}`).join(' ')), 24 * some.length - 1, bare)
    assert.equal(ours(bare), theirs(bare), bare)
  }
  for (const link of [
    'e.рф',
    'http://пример.рф/путь',
    'twitter.みんな',
    'twitter.みんなです',
    'https://例え.テスト.みんな',
  ]) {
    assert.equal(ours(link), theirs(link), link)
    assert.equal(weightOf(link), theirs(link), link)
  }
})

/** Differences from the library, each with its reason. */
const newer = /^\p{RGI_Emoji}$/v
const reasons = (text: string): string | null => {
  if (newer.test(text) && ours(text) === 2) return 'an emoji that Unicode added or completed after the library'
  if (text.startsWith('⛷')) return 'the library knows skiers by the colour of their skin, Unicode never did'
  return null
}

test('X: each character, alone and with emoji modifiers, has the same weight as in the library, unless it is a newer emoji', () => {
  const marks = ['', '\ufe0f', '\ufe0e', '\u20e3', '\ufe0f\u20e3', '\u{1f3fb}', '\u200d♂\ufe0f']
  const rows: (readonly string[])[] = []
  for (let row = 0x20; row < 0x1fc00; row += 0x40) {
    // Most of these blocks contain letters of scripts with the same weight.
    if ((row >= 0x3400 && row < 0xfe00) || (row >= 0x10000 && row < 0x1f000)) continue
    const signs = Array.from({ length: 0x40 }, (_, nth) => String.fromCodePoint(row + nth))
    rows.push(...marks.map((mark) => signs.map((sign) => sign + mark)))
  }
  const differing = rows
    .filter((row) => ours(row.join(' ')) !== theirs(row.join(' ')))
    .flatMap((row) => row.filter((text) => ours(text) !== theirs(text)))
  assert.deepEqual(
    differing.filter((text) => reasons(text.replace(/\u20e3$/, '')) === null),
    [],
  )
  assert.ok(differing.length < 50, String(differing.length))
  for (const [text, weight] of [
    ['☕️', 2],
    ['🧑‍🤝‍🧑', 2],
    ['🐦‍🔥', 2],
    ['🫱🏽‍🫲🏿', 2],
  ] as const)
    assert.equal(ours(text), weight, text)
})

test('X: realistic texts have the same weight as in the library', () => {
  const words = fc.constantFrom(
    ...['example.com', 'https://example.com/a?b=c', 'e.рф', 'http://пример.рф/путь', 'twitter.みんな', 'node.js'],
    ...['RT@ada', '@ada', '#harbour', '#größe', '$ABC', 'mail@a.org', 'README.md', 'e.g.', '…https://x.com', '.com'],
    ...[
      '☕️',
      '👩‍🚀',
      '❤️',
      '1️⃣',
      '🇩🇪',
      '日本語',
      '한국어',
      'naïve',
      '—',
      '(see',
      'x.com)',
      'www.google.com.',
      'foo_bar.com',
    ],
    ...[
      'http://a_b.c.com/ä',
      'example.com:80/a',
      'a-b.co.uk/x?y',
      'https://t.co/abc?amp=1',
      'http://a.みんなです',
      '-',
      '#',
    ],
  )
  const spaces = fc.constantFrom(' ', '\n', ', ', '. ')
  const texts = fc.array(fc.tuple(words, spaces), { maxLength: 8 }).map((all) => all.flat().join(''))
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(ours(text), theirs(text))
    }),
    { numRuns: 2_000, seed: 15 },
  )
})
