import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawGlyph, renderGlyph } from './draw-glyph.ts'

test('a mark is one path, and a network without one shows its letters in a frame of the text color', () => {
  const name = ([tag, , text]: ReturnType<typeof drawGlyph>[number]) => [tag, text]
  assert.deepEqual(drawGlyph('bluesky').map(name), [['path', undefined]])
  assert.deepEqual(drawGlyph('linkedin').map(name), [
    ['rect', undefined],
    ['text', 'in'],
  ])
})

test('pages without scripts get the same elements, with the attributes that HTML knows', () => {
  assert.match(
    renderGlyph('linkedin'),
    /^<svg class="glyph"[^>]*><rect [^>]*stroke-width="2"><\/rect><text [^>]*text-anchor="middle"[^>]*>in<\/text><\/svg>$/,
  )
  assert.match(renderGlyph('x'), /<path [^>]*fill-rule="evenodd"><\/path><\/svg>$/)
})
