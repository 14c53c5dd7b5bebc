import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '#rules/limits.ts'
import { holdsLink } from './holds-link.ts'

const dialects: readonly Dialect[] = ['bluesky', 'fediverse', 'instagram', 'x', 'plain']

test('a text contains a link only if the complete URL appears in it', () => {
  const cases: [text: string, link: string, has: boolean][] = [
    ['see https://ada.example.com/a.', 'https://ada.example.com/a', true],
    ['(https://ada.example.com/a)', 'https://ada.example.com/a', true],
    ['see https://ada.example.com', 'https://ada.example.com/', true],
    ['see https://ada.example.com/', 'https://ada.example.com', true],
    ['see https://ada.example.com/a!', 'https://ada.example.com/a!', true],
    ['see https://ada.example.com/blog', 'https://ada.example.com', false],
    ['see https://ada.example.com/ab', 'https://ada.example.com/a', false],
    ['see https://ada.example.com/a?b=1', 'https://ada.example.com/a', false],
    ['https://ada.example.com/ab https://ada.example.com/a', 'https://ada.example.com/a', true],
    ['on http://intranet/a', 'http://intranet/a', true],
    ['nothing', 'https://ada.example.com', false],
  ]
  for (const dialect of dialects)
    for (const [text, link, has] of cases)
      assert.equal(holdsLink(text, link, dialect), has, `${dialect}: ${text} ${link}`)
})
