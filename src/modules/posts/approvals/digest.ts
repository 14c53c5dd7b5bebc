import { createHash } from 'node:crypto'
import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { readSnapshots } from '#modules/publishing/index.ts'
import type { Network } from '#rules/network-names.ts'
import { composeOutgoing } from '../check/compose-outgoing.ts'
import { listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadStoredPosts, type StoredDraft } from '../draft/load-posts.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetsOfPosts } from '../store/targets.ts'

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

/** Reads what a post would send now. Null if that is not settled. */
export const readContent = async (deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow): Promise<Content | null> =>
  (await readContents(deps, db, [post])).get(post.id) ?? null

/**
 * Reads what posts would send now, with the same statements for any number of them. Leaves out a post for which that is
 * not settled, because it has no target, a target has no account, or a file is still on another server.
 */
export async function readContents(
  { connectors }: Pick<PostDeps, 'connectors'>,
  db: Db,
  posts: readonly PostRow[],
): Promise<ReadonlyMap<PostId, Content>> {
  const targets = await listTargetsOfPosts(db, posts)
  const unpublished = posts.map((post) => ({
    post,
    rows: (targets.get(post.id) ?? []).filter(({ status }) => status !== 'published'),
  }))
  const drafts = await loadStoredPosts(db, unpublished)
  const usual = await readUsualAccounts(db, drafts)
  return new Map(
    drafts.flatMap(({ post, targets: rows, files }) => {
      if (rows.length === 0 || listUnfetchedUrls(post, rows).length > 0) return []
      const digests = rows.flatMap(({ network, account, overrides }) => {
        const sender = account ?? usual(post.profileId, network)
        if (!sender || !connectors[network]) return []
        return [digestContent(network, composeOutgoing(post, overrides, sender, files))]
      })
      if (digests.length < rows.length) return []
      const altTextWriters = listMediaIds(post, rows).flatMap((id) => files.get(id)?.altTextBy ?? [])
      return [[post.id, { digests, hash: combineDigests(digests), altTextWriters }] as const]
    }),
  )
}

/** Reads the default accounts of the profiles with targets without an account. */
async function readUsualAccounts(db: Db, drafts: readonly StoredDraft[]) {
  const open = drafts.filter(({ targets }) => targets.some(({ account }) => account === null))
  const accounts = new Map<ProfileId, Awaited<ReturnType<typeof listProfileAccounts>>>()
  for (const id of new Set(open.map(({ post }) => post.profileId))) accounts.set(id, await listProfileAccounts(db, id))
  return (id: ProfileId, network: Network) =>
    accounts.get(id)?.find((one) => one.network === network && one.isDefault) ?? null
}

/** The content that was published, as approvals identify it. */
interface PublishedContent {
  readonly digests: readonly string[]
  readonly hash: string
}

/**
 * Reads what posts have published, from what was sent. Leaves out posts with a target that is not published, or whose
 * account was erased.
 */
export async function readPublished(db: Db, posts: readonly PostRow[]): Promise<ReadonlyMap<PostId, PublishedContent>> {
  const published = posts.filter(({ status }) => status === 'published')
  if (published.length === 0) return new Map()
  const targets = await listTargetsOfPosts(db, published)
  const idsOf = ({ id }: PostRow) => (targets.get(id) ?? []).map(({ publicationId }) => publicationId)
  const snapshots = new Map(
    (
      await readSnapshots(
        db,
        published.flatMap(idsOf).filter((id) => id !== null),
      )
    ).map((one) => [one.id, one]),
  )
  return new Map(
    published.flatMap((post) => {
      const sent = idsOf(post).map((id) => (id === null ? undefined : snapshots.get(id)))
      const digests = sent.flatMap((one) => (one ? [digestContent(one.network, one.snapshot)] : []))
      if (digests.length === 0 || digests.length < sent.length) return []
      return [[post.id, { digests, hash: combineDigests(digests) }] as const]
    }),
  )
}
