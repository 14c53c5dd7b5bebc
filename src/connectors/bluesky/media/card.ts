import type { Call, Http } from '#connectors/connector.ts'
import { readPicture as readFittedPicture, readPage } from '#connectors/link-card/read-page.ts'
import type { Bytes } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Card } from '../memo.ts'
import { clip } from '../post/record.ts'

/** The limits of a card's picture. */
const thumbRule = {
  formats: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 1_000_000,
  maxWidth: 2_000,
  maxHeight: 2_000,
} as const
const maxTitle = 300
const maxDescription = 1_000

/**
 * Reads the metadata of a page for the card under the post. Returns a string, the end of a sentence, that says why
 * there is no card.
 */
export async function readCard(http: Http, uri: string): Promise<Card | string> {
  const page = await readPage(http, uri)
  if (typeof page === 'string') return page
  const { title, description, picture } = page
  return { uri, title: clip(title, maxTitle), description: clip(description, maxDescription), picture }
}

/** Builds a card for a page without metadata, from its address. */
export const bareCard = (uri: string): Card => ({
  uri,
  title: uri.replace(/^https?:\/\//i, '').replace(/\/$/, ''),
  description: '',
  picture: null,
})

/** Fetches the picture of a page and fits it. Null: the picture cannot be used. */
export async function readPicture(call: Pick<Call<Grant>, 'http' | 'fit'>, url: string): Promise<Bytes | null> {
  const fitted = await readFittedPicture(call, url, thumbRule)
  return fitted && { contentType: fitted.contentType, size: fitted.size, body: await fitted.read() }
}
