import { escapeHtml } from '#kernel/text/escape-html.ts'
import { brandLetter } from '#rules/face/brand-tile.ts'
import { drawHornTile } from '#rules/face/horn.ts'

/** Pieces of HTML of the page around the previews. All text from outside passes through `escapeHtml`. */

/** Returns a square with the first letter of a name, instead of an image that would be loaded from elsewhere. */
export const renderTile = (name: string, kind = ''): string =>
  `<span class="tile ${kind}" aria-hidden="true">${escapeHtml(brandLetter(name))}</span>`

/** Returns the mark of Posthorn. */
export const renderHorn = (): string =>
  `<svg viewBox="0 0 32 32" aria-hidden="true">${drawHornTile('horn-gap', true)}</svg>`

/** Returns the mark of a comment by someone who approves of the post. */
export const renderCheck = (): string =>
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>'
