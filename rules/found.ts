/** A link, a mention or a tag in a text. */
export interface Found {
  readonly kind: 'link' | 'mention' | 'tag'
  /** In UTF-16 units; `text.slice(start, end)` is what is written. */
  readonly start: number
  readonly end: number
  /** The address, the name without `@`, the tag without `#`. */
  readonly value: string
}
