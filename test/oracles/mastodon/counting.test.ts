import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count } from '#rules/count/count.ts'
import { mastodon } from '#rules/networks/mastodon.ts'
import { lengthOf } from '../../../sandbox/networks/mastodon/posts/text.ts'

/**
 * Facts about the patterns with which Mastodon 4.5 counts a text: `Account::MENTION_RE`, and the links of twitter-text
 * with the path and the query of `config/initializers/twitter_regex.rb`. A link counts 23, and a mention only its name.
 */
const link = '-'.repeat(23)
const facts: readonly (readonly [text: string, countsAs: string])[] = [
  // Mentions.
  ['@ada and @bob@harbour.example', '@ada and @bob'],
  ['@ada@münchen.social hi', '@ada hi'],
  ['日本@bob@harbour.example', '日本@bob@harbour.example'],
  ['ü@bob@harbour.example', 'ü@bob@harbour.example'],
  ['日本 @bob@harbour.example', '日本 @bob'],
  ['mail bob@harbour.example', 'mail bob@harbour.example'],
  ['=@bob@harbour.example /@bob@harbour.example', '=@bob@harbour.example /@bob@harbour.example'],
  ['.@bob@harbour.example (@bob@harbour.example)', '.@bob (@bob)'],
  ['@@bob@harbour.example', '@@bob'],
  ['#@bob@harbour.example', '#@bob'],
  ['@bob@harbour.example.', '@bob.'],
  ['@bob@a-b.example/x', '@bob/x'],
  ['@bob.smith-2@harbour.example', '@bob.smith-2'],
  ['@bob@harbour.example@x', '@bob@harbour.example@x'],
  // Links.
  ['see https://example.com/a.', `see ${link}.`],
  ['(https://example.com/a_(b))', `(${link})`],
  ['(https://example.com/a)', `(${link})`],
  ['https://example.com/#part', link],
  ['https://example.com/a?b=c#part', link],
  ['https://example.com#part', `${link}#part`],
  ['https://example.com?x=1', link],
  ['https://example.com/?x=größe', link],
  ['https://example.com/a<b', `${link}<b`],
  ['https://example.com:8080/a', link],
  ['https://example.com/@bob@harbour.example', link],
  ['日本https://example.com/日本', `日本${link}`],
  ['https://пример.рф/путь', link],
  ['HTTPS://EXAMPLE.COM/', link],
  ['example.com', 'example.com'],
  ['xhttps://example.com', 'xhttps://example.com'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['http://192.168.0.1/a', 'http://192.168.0.1/a'],
  ['http://[::1]/a', 'http://[::1]/a'],
  ['https://harbour.madeup/a', 'https://harbour.madeup/a'],
  ['https://harbour.internal', 'https://harbour.internal'],
  // The rest, by graphemes.
  ['👩‍👩‍👧‍👦', '1'],
  ['e\u0301\r\n', '12'],
]

const [rule = assert.fail()] = mastodon.text

test('Mastodon: links and mentions are counted as on a real server, both here and in the sandbox', () => {
  for (const [text, countsAs] of facts) {
    assert.equal(count(text, rule, mastodon.dialect), countsAs.length, text)
    assert.equal(lengthOf(text, 23), countsAs.length, `the sandbox: ${text}`)
  }
})
