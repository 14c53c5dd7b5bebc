import { createHash } from 'node:crypto'
import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { canonical, type Json } from '#kernel/json.ts'
import type { Network } from '#rules/network-names.ts'

type Account = Outgoing['account']
type MediaFact = Exclude<keyof OutgoingMedia, 'mediaId' | 'altText' | 'thumbnail'>

/**
 * The only fields of a target's content that no approval covers, because readers never see them. The bytes of a file
 * never change under its ID, so its facts follow from the ID. The handle and the facts of an account are what the
 * network last reported; `remoteId` identifies the account.
 */
export const uncovered: {
  readonly account: readonly Exclude<keyof Account, 'remoteId'>[]
  readonly media: readonly MediaFact[]
} = {
  account: ['handle', 'facts'],
  media: [
    'kind',
    'contentType',
    'size',
    'width',
    'height',
    'durationMs',
    'pages',
    'frameRate',
    'animated',
    'frames',
    'hasAlpha',
  ],
}

/**
 * Computes the digest of what one target sends, and to which account. An approval refers to digests, so an edit voids
 * it. Everything in `outgoing` is covered except the fields listed above, so a new field is covered from the start. The
 * time is not part of `outgoing`: an approved post can be moved. The digest of content without fields that earlier
 * versions left out must stay the same, or an upgrade would void approvals.
 */
export function digestContent(network: Network, { account, parts, ...content }: Outgoing): string {
  const covered = {
    ...without(account, uncovered.account),
    ...content,
    network,
    parts: parts.map(({ media, ...part }) => ({ ...part, media: media.map(coverFile) })),
  }
  return sha256(canonical(covered as unknown as Json))
}

function coverFile({ thumbnail, ...file }: OutgoingMedia): object {
  const covered = without(file, uncovered.media)
  return thumbnail === undefined ? covered : { ...covered, thumbnail: coverFile(thumbnail) }
}

const without = (value: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)))

/** Combines the digests of all targets into the one that a reviewer sends back. */
export const combineDigests = (digests: readonly string[]): string => sha256([...digests].sort().join('\n'))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
