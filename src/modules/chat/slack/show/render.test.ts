import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { section } from './render.ts'

test('a text too long for a block is cut next to an escaped character, a link or an emoji, never within one', () => {
  const begin = 'x'.repeat(2_997)
  for (const end of [escapeTags('<b>'), '<https://a.example|Bluesky>', '🌊🌊🌊'])
    assert.match((section(`${begin}${end}`).text as { text: string }).text, /^x{2997}(?:🌊)?…$/u)
  assert.equal((section('A &amp; B').text as { text: string }).text, 'A &amp; B')
})
