import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutTo, piecesOf, weightOf } from '../posts/text.ts'

test('x.md 4 Weighted counting: every test vector gets the same weight as on the network', () => {
  const vectors: Readonly<Record<string, number>> = {
    'Hello, world! 👋': 16,
    '€': 2,
    '…': 2,
    '™': 2,
    '•': 2,
    '→': 2,
    '₹': 2,
    '—': 1,
    '’': 1,
    '²': 1,
    '½': 1,
    '©': 1,
    '®': 1,
    ก: 1,
    अ: 1,
    あ: 2,
    한: 2,
    ᄀ: 2,
    '\u200b': 1,
    '\u2060': 2,
    '👩‍👩‍👧‍👦': 2,
    '🇦🇹': 2,
    '1️⃣': 2,
    '🏽': 2,
    '1': 1,
    'e\u0301': 1,
    '\ud83d': 2,
    'foo.dev': 23,
    'README.md': 23,
    'x.com': 23,
    'visit x.com.': 30,
    'node.js': 7,
    '@a.com': 6,
    '-foo.com': 8,
    'x/foo.com': 9,
    'http://localhost': 16,
    'http://192.168.0.1': 18,
    [`https://example.com/${'a'.repeat(199)}`]: 23,
    '(see https://example.com/a_(b))': 29,
    'mail me@example.com': 19,
    'example.com.beispiel': 32,
    'foo.dev-x': 9,
    'ü.de': 23,
    'http://x.comあ': 25,
    'foo.devé': 24,
    'https://foo.dev/?b=1é': 24,
    '@1️⃣': 3,
    'foo.dev@example.com': 19,
  }
  for (const [text, weight] of Object.entries(vectors)) assert.equal(weightOf(text), weight, text)
  assert.equal(weightOf('👋'.repeat(140)), 280)
  assert.equal(weightOf('a'.repeat(280)), 280)
})

test('links, mentions and tags are found at their positions', () => {
  const text = 'Hi @bob_1, see foo.dev/x?a=1. $ACME #harbour (https://a.example.org/p)'
  assert.deepEqual(
    piecesOf(text).flatMap(({ kind, text: found }) => (kind === 'plain' ? [] : [`${kind} ${found}`])),
    ['mention @bob_1', 'url foo.dev/x?a=1', 'cashtag $ACME', 'hashtag #harbour', 'url https://a.example.org/p'],
  )
  assert.equal(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
    text,
  )
})

test('text is cut before the first part that does not fit, and never within a link', () => {
  assert.equal(cutTo('aaあbb', 4), 'aaあ')
  assert.equal(cutTo('aa https://example.com/', 10), 'aa ')
})
