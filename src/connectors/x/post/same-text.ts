import { z } from 'zod'
import { compose } from '#rules/count/compose.ts'
import { find } from '#rules/find/find.ts'

/** The links in a text, as X returns them. */
export const entities = z.object({
  urls: z
    .array(z.object({ url: z.string(), expanded_url: z.string().nullish(), media_key: z.string().nullish() }))
    .nullish(),
})
type Entities = z.output<typeof entities>

/**
 * True if a post has our text. X changes the text that it returns: it shortens links, appends a link to the files, may
 * encode three characters as HTML entities, and trims whitespace. So both texts are normalized first, and optional
 * changes are tried both ways.
 */
export function isSameText(ours: string, theirs: string, entities: Entities): boolean {
  const wanted = plain(ours)
  return [unescaped(theirs), theirs].some((text) =>
    [withoutFiles(text, entities), text].some((bare) => plain(expanded(bare, entities)) === wanted),
  )
}

/** Returns a text from X as its author wrote it: with full links and without the link to the files. */
export const readableOf = (text: string, entities: Entities): string =>
  unescaped(expanded(withoutFiles(text, entities), entities))

/** The code of a post whose links X left out. */
export const noLinks = 'no_links'

/** True if X left out the links of a text that has some. X shortens every link, and lists its target. */
export const lacksLinks = (text: string, urls: Entities['urls']): boolean =>
  !urls && /https:\/\/t\.co\/[A-Za-z0-9]/.test(text)

/** True for text that is only the start of a longer one, which X returns if it omits the full text. */
export const isShortened = (text: string): boolean => /…(?:\s*https:\/\/t\.co\/\w+)?$/.test(text)
/** The length up to which X has never shortened a text. */
export const shortMax = 140

/** Removes the link to the files, which X appends to the text. */
function withoutFiles(text: string, { urls }: Entities): string {
  // Without a list of links, it is recognized only by its position.
  if (!urls) return text.replace(/(?<!\s)\s*https:\/\/t\.co\/[A-Za-z0-9]+$/, '')
  const link = fileLink(text, urls)
  return link === null ? text : text.slice(0, -link.length).trimEnd()
}

/** True for a text that ends with a link to its files. */
export const linksFiles = (text: string, { urls }: Entities): boolean => fileLink(text, urls ?? []) !== null

function fileLink(text: string, urls: NonNullable<Entities['urls']>): string | null {
  const last = urls.findLast(({ url }) => text.endsWith(url))
  const isFile =
    typeof last?.media_key === 'string' || /\/status\/\d+\/(?:photo|video)\/\d+$/.test(last?.expanded_url ?? '')
  return last && isFile ? last.url : null
}

const expanded = (text: string, { urls }: Entities): string =>
  (urls ?? []).reduce((whole, { url, expanded_url: long }) => whole.replaceAll(url, () => long ?? url), text)

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Normalizes links, because networks write some parts in several ways, and collapses whitespace to single spaces. */
function plain(text: string): string {
  const written = compose(text)
  let whole = ''
  let at = 0
  for (const { kind, start, end, value } of find(written, 'x')) {
    if (kind !== 'link') continue
    whole += `${written.slice(at, start)}${linkOf(value)}`
    at = end
  }
  return `${whole}${written.slice(at)}`.replaceAll(/\s+/g, ' ').trim()
}

function linkOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}
