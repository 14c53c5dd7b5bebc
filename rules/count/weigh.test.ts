import assert from 'node:assert/strict'
import { test } from 'node:test'
import { x } from '#rules/networks/x.ts'
import { count } from './count.ts'
import { weigh } from './weigh.ts'

const [rule] = x.text
const length = (text: string) => count(text, rule ?? assert.fail(), x.dialect)

// The results of the network's own counter for the same texts (twitter-text 3.1.0).
const vectors: readonly (readonly [text: string, length: number])[] = [
  ['', 0],
  ['Hello, world! 👋', 16],
  ['😀'.repeat(140), 280],
  ['a'.repeat(280), 280],
  ['€', 2],
  ['…', 2],
  ['™', 2],
  ['•', 2],
  ['→', 2],
  ['₹', 2],
  ['—', 1],
  ['–', 1],
  ['’', 1],
  ['“', 1],
  ['²', 1],
  ['½', 1],
  ['©', 1],
  ['®', 1],
  ['ก', 1],
  ['अ', 1],
  ['ш', 1],
  ['א', 1],
  ['あ', 2],
  ['한', 2],
  ['\u1100', 2],
  ['\u200b', 1],
  ['\u2060', 2],
  ['\ufe0f', 2],
  ['\ud83d', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['👩🏽‍🤝‍👨🏿', 2],
  ['🇩🇪', 2],
  ['🇦', 2],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  ['1️⃣', 2],
  ['1\u20e3', 2],
  ['☝\ufe0f🏽', 2],
  ['👁\u200d🗨', 2],
  ['🏽', 2],
  ['©\ufe0f', 2],
  ['😀\u200d😀', 5],
  ['1', 1],
  ['#', 1],
  ['e\u0301', 1],
  ['\r\n', 2],
  ['foo.dev', 23],
  ['README.md', 23],
  ['x.com', 23],
  ['visit x.com.', 30],
  ['node.js', 7],
  ['@a.com', 6],
  ['-foo.com', 8],
  ['x/foo.com', 9],
  ['http://localhost', 16],
  ['http://192.168.0.1', 18],
  ['//foo.com', 9],
  ['a_foo.com', 9],
  ['.foo.com', 8],
  ['$foo.com', 8],
  ['#foo.com', 8],
  ['日本foo.com', 27],
  [`https://example.com/${'a'.repeat(199)}`, 23],
  ['http://example.com and https://example.com', 51],
  ['foo.com?x=1', 27],
  ['foo.com/?x=1', 23],
  ['foo.com:80', 26],
  ['https://foo.com:80/a?b', 23],
  ['https://t.co/abcdef!more', 28],
]

for (const [text, expected] of vectors)
  test(`X counts ${expected} for ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.equal(length(text), expected)
  })

test('a hundred thousand characters are weighed in negligible time', () => {
  const family = '👨‍👩‍👧‍👦'
  assert.equal(length(family.repeat(100_000)), 200_000)
  assert.equal(length('\u200d'.repeat(500_000)), 500_000)
})

test('text over the given weight is detected, however many code points its characters have', () => {
  const signs = [
    'a',
    'あ',
    '👨🏻‍❤️‍💋‍👨🏿',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '각'.normalize('NFD'),
    '\u03b1\u0313\u0300\u0345',
  ]
  for (const sign of signs) {
    const text = sign.repeat(2_000)
    assert.ok(weigh(text) >= 2_000)
    for (const enough of [0, 1, 280, 1_120]) assert.ok(weigh(text, enough) > enough, `${sign} ${enough}`)
    assert.equal(weigh(text, weigh(text)), weigh(text))
  }
})
