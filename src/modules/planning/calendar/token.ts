import { createHash, randomBytes } from 'node:crypto'

/** Makes the token of a feed: 256 random bits. It is the only credential of a calendar app. */
export const makeFeedToken = (): string => randomBytes(32).toString('base64url')

export const hashFeedToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const buildFeedUrl = ({ publicUrl }: { readonly publicUrl: string }, token: string): string =>
  `${publicUrl}/v1/calendar/${token}/posts.ics`
