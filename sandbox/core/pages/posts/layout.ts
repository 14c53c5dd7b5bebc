import type { Parts } from './parts.ts'

/** The layout of a network's feed: the order of a post's parts, and their CSS. */
export interface Layout {
  readonly css: string
  /** The kinds of post that appear in a row of circles above the feed. */
  readonly inCircles?: readonly string[]
  /** The width of the feed: one column, or the whole page. */
  readonly width: 'narrow' | 'wide'
  /** Draws the inside of the article. */
  draw(parts: Parts): string
}
