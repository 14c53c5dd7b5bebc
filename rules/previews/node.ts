/** An element of a preview, independent of how it is drawn: as HTML by the service, and by React in the web app. */
export interface Element {
  readonly tag: string
  /** The attributes as in HTML. An undefined or false one is omitted, and true is an attribute without a value. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>
  readonly children: readonly Node[]
}

/** An element, a text, or nothing. */
export type Node = Element | string | null

export const h = (tag: string, attributes: Element['attributes'], ...children: readonly Node[]): Element => ({
  tag,
  attributes,
  children,
})
