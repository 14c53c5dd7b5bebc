import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeUrlToken, readUrlToken } from '#infra/seal/url-token.ts'
import type { Caller } from '#kernel/caller.ts'
import { countCall } from '#kernel/calls-a-minute.ts'
import { hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { LinkCardDeps } from './deps.ts'
import type { LinkPage } from './load-page.ts'
import { isPageUrl } from './schema.ts'

/** The number of pages that a user can have read in a minute. */
const callsAMinute = 30

/** A page, with the URL of its image at this installation. */
interface ShownCard {
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
}

/** Reads the page of a link. If the page cannot be read, the link has no card. */
export async function readLinkCard(deps: LinkCardDeps, { uid }: Caller, url: string) {
  const { linkCards, clock } = deps
  const key = toKey(url)
  const isLimited = linkCards.known(key) === undefined && countCall(linkCards.calls, uid, clock.now(), callsAMinute) > 0
  const page = isLimited ? 'busy' : await linkCards.read(key)
  if (page === null || page === 'busy') {
    const state = page === null ? ('unreadable' as const) : ('limited' as const)
    return { url, state, title: null, description: null, imageUrl: null }
  }
  const { title, description, imageUrl } = showPage(deps, page)
  return { url, state: 'read' as const, title, description: description || null, imageUrl }
}

/**
 * Returns the cards of links that can be read within a short time, by link. The others are read on, so that the next
 * reader of the same page sees them.
 */
export async function findLinkCards(
  deps: LinkCardDeps,
  links: readonly string[],
  withinMs: number,
): Promise<ReadonlyMap<string, ShownCard>> {
  const shown = new Map<string, ShownCard>()
  const reading = links.filter(isPageUrl).map(async (link) => {
    const page = await deps.linkCards.read(toKey(link))
    if (page !== null && page !== 'busy') shown.set(link, showPage(deps, page))
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs)
  })
  await Promise.race([Promise.all(reading), late]).finally(() => clearTimeout(timer))
  return new Map(shown)
}

/** Links to different places of a page have one card. */
function toKey(link: string): string {
  const url = new URL(link)
  url.hash = ''
  return url.href
}

const showPage = ({ seal, clock, config }: LinkCardDeps, { title, description, image }: LinkPage): ShownCard => ({
  title,
  description,
  imageUrl:
    image === null
      ? null
      : `${config.publicUrl}/v1/link-card/image?token=${makeUrlToken(seal, clock, 'link-card-image', image)}`,
})

/** Opens the image of a page. The service loads it, so that the page’s host does not see who looks at it. */
export async function openCardImage({ seal, clock, linkCards }: LinkCardDeps, token: string) {
  const url = readUrlToken(seal, clock, 'link-card-image', token) ?? refuse('media_link_invalid')
  const { bytes, contentType } = (await linkCards.image(url)) ?? refuse('media_link_invalid')
  return {
    size: bytes.length,
    contentType,
    etag: createHash('sha256').update(url).digest('hex').slice(0, 32),
    lastModified: new Date(0),
    fileName: 'image',
    keepMs: hours(1),
    open: async (range?: { readonly start: number; readonly end: number }) =>
      Readable.from([range ? bytes.subarray(range.start, range.end) : bytes]),
  }
}
