import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { standInFor } from './files.ts'
import type { SignedIn } from './stand.ts'

type Account = Pick<SignedIn, 'account'> & Partial<Pick<SignedIn, 'connector' | 'settings'>>

/** Builds a post as it is queued. */
export function postOf(
  { account, connector, settings = {} }: Account,
  text: string,
  more: Partial<Outgoing> & { readonly media?: readonly OutgoingMedia[] } = {},
): Outgoing {
  const { media: given = [], ...rest } = more
  const isBare = given.length === 0 && connector?.limits.mediaRequired === true
  const media = isBare ? [standInFor(connector.limits).item] : given
  return {
    format: 'post',
    parts: [{ text, media }],
    title: connector?.limits.title?.required ? 'The harbour' : null,
    link: null,
    language: null,
    firstComment: null,
    settings,
    account,
    ...rest,
  }
}

export const threadOf = (signedIn: Account, texts: readonly string[], more: Partial<Outgoing> = {}): Outgoing =>
  postOf(signedIn, '', { format: 'thread', parts: texts.map((text) => ({ text, media: [] })), ...more })
