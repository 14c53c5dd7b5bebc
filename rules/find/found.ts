/** A link, a mention or a tag in a text. */
export interface Found {
  readonly kind: 'link' | 'mention' | 'tag'
  /** Offsets in UTF-16 units; `text.slice(start, end)` is the text as written. */
  readonly start: number
  readonly end: number
  /** The URL, the name without `@`, or the tag without `#`. */
  readonly value: string
}
