import { escapeHtml } from '#kernel/text/escape-html.ts'
import { glyphs, tileLetters } from '#rules/face/glyphs.ts'
import { drawHornTile } from '#rules/face/horn.ts'
import type { Network } from '#rules/network-names.ts'

/** Pieces of HTML of the page around the previews. All text from outside passes through `escapeHtml`. */

/** Returns a square with the first letter of a name, instead of an image that would be loaded from elsewhere. */
export const renderTile = (name: string, kind = ''): string =>
  `<span class="tile ${kind}" aria-hidden="true">${escapeHtml(firstLetter(name))}</span>`

/** Returns the mark of a network, or its letters where its brand rules do not allow the mark. */
export function renderGlyph(network: Network): string {
  if (network === 'linkedin') return `<span class="letters" aria-hidden="true">${tileLetters.linkedin}</span>`
  const { transform, path } = glyphs[network]
  return `<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" transform="${transform}" d="${path}"/></svg>`
}

/** Returns the mark of Posthorn. */
export const renderHorn = (): string =>
  `<svg viewBox="0 0 32 32" aria-hidden="true">${drawHornTile('horn-gap', true)}</svg>`

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function firstLetter(name: string): string {
  for (const { segment } of letters.segment(name.trim()))
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toUpperCase()
  return '·'
}

/** Returns the mark of a comment by someone who approves of the post. */
export const renderCheck = (): string =>
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>'
