import { createHash } from 'node:crypto'
import type { Outgoing } from '#connectors/connector.ts'
import { canonical, type Json } from '#kernel/json.ts'
import type { Network } from '#rules/network-names.ts'

/**
 * Computes the digest of what one target sends, and to whom: the part of it that an author chooses. An approval names
 * digests, so an edit voids it by itself. The time is left out: when a post goes out can change, what goes out cannot.
 */
export function digestContent(network: Network, outgoing: Outgoing): string {
  const { format, parts, title, link, language, firstComment, settings, account } = outgoing
  const said = {
    network,
    remoteId: account.remoteId,
    format,
    parts: parts.map(({ text, media }) => ({
      text,
      media: media.map(({ mediaId, altText }) => ({ mediaId, altText })),
    })),
    title,
    link,
    language,
    firstComment,
    settings,
  }
  return sha256(canonical(said as unknown as Json))
}

/** Combines the digests of all targets into the one that a reviewer sends back. */
export const combineDigests = (digests: readonly string[]): string => sha256([...digests].sort().join('\n'))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
