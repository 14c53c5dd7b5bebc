import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { SignedIn } from './stand.ts'

type Account = Pick<SignedIn, 'account'>

/** A post as it stands in a queue. */
export function postOf(
  { account }: Account,
  text: string,
  more: Partial<Outgoing> & { readonly media?: readonly OutgoingMedia[] } = {},
): Outgoing {
  const { media = [], ...rest } = more
  return {
    format: 'post',
    parts: [{ text, media }],
    title: null,
    link: null,
    language: null,
    firstComment: null,
    settings: {},
    account,
    ...rest,
  }
}

export const threadOf = (signedIn: Account, texts: readonly string[], more: Partial<Outgoing> = {}): Outgoing =>
  postOf(signedIn, '', { format: 'thread', parts: texts.map((text) => ({ text, media: [] })), ...more })
