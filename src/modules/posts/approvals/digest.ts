import { createHash } from 'node:crypto'
import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import type { Network } from '#rules/network-names.ts'
import { checkTarget } from '../check/check-draft.ts'
import type { PostDeps } from '../deps.ts'
import { listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadStoredPosts } from '../draft/load-posts.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'

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
const combineDigests = (digests: readonly string[]): string => sha256([...digests].sort().join('\n'))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The content of an unpublished post, as approvals identify it. */
interface Content {
  readonly digests: readonly string[]
  readonly hash: string
  /** The users who wrote the files' own alt texts. */
  readonly altTextWriters: readonly string[]
}

/**
 * Reads what a post would send now. Null if that is not settled, because it has no target, a target has no account, or
 * a file is still on another server.
 */
export async function readContent(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow): Promise<Content | null> {
  const rows = (await listTargets(db, post.id)).filter(({ status }) => status !== 'published')
  const [draft] = await loadStoredPosts(db, [{ post, rows }])
  if (!draft || rows.length === 0 || listUnfetchedUrls(post, draft.targets).length > 0) return null
  const accounts = rows.some(({ accountId }) => accountId === null) ? await listProfileAccounts(db, post.profileId) : []
  const digests = draft.targets.flatMap((row) => {
    const usual = accounts.find(({ network, isDefault }) => network === row.network && isDefault) ?? null
    const { outgoing } = checkTarget(deps, draft, { ...row, account: row.account ?? usual })
    return outgoing ? [digestContent(row.network, outgoing)] : []
  })
  const altTextWriters = [...draft.files.values()].flatMap(({ altTextBy }) => altTextBy ?? [])
  return digests.length < rows.length ? null : { digests, hash: combineDigests(digests), altTextWriters }
}
