import { find } from '#rules/find/find.ts'

/** A facet, which turns a part of the text into a link, a mention or a tag. Without one it stays plain text. */
type Facet = {
  readonly index: { readonly byteStart: number; readonly byteEnd: number }
  readonly features: readonly Feature[]
}

type Feature =
  | { readonly $type: 'app.bsky.richtext.facet#link'; readonly uri: string }
  | { readonly $type: 'app.bsky.richtext.facet#mention'; readonly did: string }
  | { readonly $type: 'app.bsky.richtext.facet#tag'; readonly tag: string }

const maxTagBytes = 640

/**
 * Builds the facets in text order, with offsets in UTF-8 bytes. A mention of an unknown handle stays plain text.
 */
export function facetsOf(text: string, dids: Readonly<Record<string, string>>): readonly Facet[] {
  const facets: Facet[] = []
  let units = 0
  let bytes = 0
  const bytesTo = (unit: number): number => {
    bytes += Buffer.byteLength(text.slice(units, unit), 'utf8')
    units = unit
    return bytes
  }
  for (const { kind, start, end, value } of find(text, 'bluesky')) {
    const feature = featureOf(kind, value, dids)
    if (feature) facets.push({ index: { byteStart: bytesTo(start), byteEnd: bytesTo(end) }, features: [feature] })
  }
  return facets
}

function featureOf(
  kind: 'link' | 'mention' | 'tag',
  value: string,
  dids: Readonly<Record<string, string>>,
): Feature | null {
  switch (kind) {
    case 'link':
      return { $type: 'app.bsky.richtext.facet#link', uri: value }
    case 'mention': {
      const did = Object.hasOwn(dids, value) ? dids[value] : undefined
      return did === undefined ? null : { $type: 'app.bsky.richtext.facet#mention', did }
    }
    case 'tag':
      return Buffer.byteLength(value, 'utf8') > maxTagBytes
        ? null
        : { $type: 'app.bsky.richtext.facet#tag', tag: value }
    default:
      return kind satisfies never
  }
}
