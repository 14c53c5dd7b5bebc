import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameText } from './same-text.ts'

type Entities = Parameters<typeof isSameText>[2]
const urls = (...pairs: readonly (readonly [url: string, expanded_url: string, media_key?: string])[]) => ({
  urls: pairs.map(([url, expanded_url, media_key]) => ({ url, expanded_url, ...(media_key ? { media_key } : {}) })),
})
const a = 'https://t.co/aaaaaaaaaa'
const b = 'https://t.co/bbbbbbbbbb'

test('a post’s text is recognized however X rewrites it', () => {
  const cases: readonly (readonly [ours: string, theirs: string, entities?: Entities])[] = [
    ['good morning', 'good morning'],
    ['  Good\n\n morning \t ', 'Good\n\n morning'],
    ['e\u0301', '\u00e9'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['a < b && c > d', 'a < b && c > d'],
    ['&amp; as it is written', '&amp;amp; as it is written'],
    ['&amp; as it is written', '&amp; as it is written'],
    ['see https://example.com/a?b=c now', `see ${a} now`, urls([a, 'https://example.com/a?b=c'])],
    ['see foo.dev', `see ${a}`, urls([a, 'http://foo.dev'])],
    ['see https://Example.com/', `see ${a}`, urls([a, 'https://example.com'])],
    ['foo.dev bar.dev foo.dev', `${a} ${b} ${a}`, urls([a, 'http://foo.dev'], [b, 'http://bar.dev'])],
    ['look', `look ${a}`, urls([a, 'https://x.com/alice/status/1/photo/1', '3_1'])],
    ['look', `look ${a}`, urls([a, 'https://twitter.com/alice/status/1/video/1'])],
    ['look', `look ${a}`],
    ['that https://x.com/bob/status/2/photo/1', `that ${a}`, urls([a, 'https://x.com/bob/status/2/photo/1'])],
    ['look, an old answer', `look, an old answer ${a}`, { urls: [{ url: a, expanded_url: null, media_key: '3_1' }] }],
    ['no link at all', 'no link at all', { urls: null }],
    ['', a, urls([a, 'https://x.com/alice/status/1/photo/1'])],
  ]
  for (const [ours, theirs, entities = {}] of cases) assert.ok(isSameText(ours, theirs, entities), theirs)
})

test('a different text does not match, even if only a link differs', () => {
  assert.ok(!isSameText('good morning', 'good evening', {}))
  assert.ok(!isSameText('see foo.dev', `see ${a}`, urls([a, 'http://bar.dev'])))
  assert.ok(!isSameText('see https://foo.dev/a', `see ${a}`, urls([a, 'https://foo.dev/A'])))
  assert.ok(!isSameText('good', 'good morning', {}))
  assert.ok(!isSameText('goodmorning', 'good morning', {}))
})
