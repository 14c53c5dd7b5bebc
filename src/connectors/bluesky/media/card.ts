import type { Call, Http } from '#connectors/connector.ts'
import { readPicture as readFittedPicture, readPage } from '#connectors/link-card/read-page.ts'
import { shorten } from '#kernel/text/shorten.ts'
import type { Bytes } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Card } from '../memo.ts'

/** The limits of a card's image. */
const thumbRule = {
  formats: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 1_000_000,
  maxWidth: 2_000,
  maxHeight: 2_000,
} as const
const maxTitle = 300
const maxDescription = 1_000

/**
 * Reads a page's metadata for the card under the post. Without a card, returns the reason as the end of a sentence.
 */
export async function readCard(http: Http, uri: string): Promise<Card | string> {
  const page = await readPage(http, uri)
  if (typeof page === 'string') return page
  const { title, description, picture } = page
  return {
    uri,
    title: shorten(title, maxTitle, 'graphemes'),
    description: shorten(description, maxDescription, 'graphemes'),
    picture,
  }
}

/** Builds a card from the URL of a page without metadata. */
export const bareCard = (uri: string): Card => ({
  uri,
  title: uri.replace(/^https?:\/\//i, '').replace(/\/$/, ''),
  description: '',
  picture: null,
})

/** Fetches a page's image and resizes it to fit. Returns null if the image cannot be used. */
export async function readPicture(call: Pick<Call<Grant>, 'http' | 'fit'>, url: string): Promise<Bytes | null> {
  const fitted = await readFittedPicture(call, url, thumbRule)
  return fitted && { contentType: fitted.contentType, size: fitted.size, body: await fitted.read() }
}
