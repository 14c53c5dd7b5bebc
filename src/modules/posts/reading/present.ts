import type { Db } from '#infra/db/client.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import { toWire } from '#kernel/ids.ts'
import { type Wait, waitsOf } from '#modules/publishing/index.ts'
import type { Format } from '#rules/limits.ts'
import { type Network, networkEntries, platformFields, platformIdOf } from '#rules/network-names.ts'
import type { Overrides } from '../content.ts'
import { timeOfTarget } from '../draft/times.ts'
import { isActive } from '../state.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargetsOfPosts, type TargetRow } from '../store/targets.ts'

/** The reasons why a post's targets wait, by publication. */
type Waits = ReadonlyMap<string, Wait>
const noWaits: Waits = new Map()

export const listWaits = (db: Db, rows: readonly TargetRow[]): Promise<Waits> =>
  waitsOf(
    db,
    rows.flatMap(({ publicationId, status }) => (publicationId && isActive(status) ? [publicationId] : [])),
  )

/** Returns a target in its API shape. */
export function presentTarget(row: TargetRow, post: Pick<PostRow, 'status' | 'scheduledAt'>, waits = noWaits) {
  const isPlanned = row.status === 'pending' && post.status === 'scheduled'
  const waitsFor = waits.get(row.publicationId ?? '') ?? null
  return {
    id: row.id,
    ...platformFields(row.network),
    accountId: row.accountId,
    mode: row.mode,
    status: row.status,
    platformPostId: row.remoteId,
    platformUrl: row.url,
    error: row.error,
    errorCode: row.errorCode,
    rawError: row.rawError,
    retryable: row.retryable,
    attempts: row.attempts,
    nextAttemptAt: isPlanned
      ? post.scheduledAt && timeOfTarget(post.scheduledAt, row)
      : (waitsFor?.until ?? row.nextAttemptAt),
    waitsFor,
    scheduledAt: row.wantedAt ?? (post.scheduledAt && timeOfTarget(post.scheduledAt, row)),
    publishedAt: row.publishedAt,
    removedAt: row.removedAt,
    parts: row.partsTotal > 1 ? { shown: row.partsShown, total: row.partsTotal } : null,
    warnings: [...row.warnings],
    overrides: presentOverrides(row.overrides),
  }
}

/** Returns the overrides that exist. For an absent field, the post's own value applies. */
function presentOverrides({ media, ...rest }: Overrides) {
  return { ...rest, ...(media ? { media: [...media] } : {}) }
}

export type PresentedPost = ReturnType<typeof presentPost>

/** Returns a post in its API shape. Its schema leaves out the internal fields. */
export function presentPost(post: PostRow, rows: readonly TargetRow[], waits = noWaits) {
  return {
    ...post,
    format: post.format as Format,
    platforms: listPlatforms(rows),
    media: [...post.media],
    mentions: [...post.mentions],
    thread: post.thread.map(({ content, media }) => ({ content, media: [...media] })),
    settings: Object.fromEntries(networkEntries(post.settings).map(([network, own]) => [platformIdOf(network), own])),
    recycle: post.recycle && { ...post.recycle, variations: [...post.recycle.variations] },
    confirmWarnings: post.confirmedWarnings === true ? (true as const) : [...post.confirmedWarnings],
    targets: rows.map((row) => presentTarget(row, post, waits)),
  }
}

export const listPlatforms = (rows: readonly { readonly network: Network }[]): string[] => [
  ...new Set(rows.map(({ network }) => platformIdOf(network))),
]

export async function presentPosts<const Posts extends readonly PostRow[]>(
  db: Db,
  posts: Posts,
): Promise<Each<Posts, PresentedPost>> {
  const targets = await listTargetsOfPosts(db, posts)
  const waits = await listWaits(db, [...targets.values()].flat())
  const presented = posts.map((post) => presentPost(post, targets.get(post.id) ?? [], waits))
  return eachOf(posts, presented)
}

/** Keys items by platform. The key of a platform's first account is the platform. A second account has its ID added. */
export function keyByPlatform<Value>(
  items: readonly { readonly network: Network; readonly accountId: string | null; readonly value: Value }[],
): Record<string, Value> {
  const map: Record<string, Value> = {}
  for (const { network, accountId, value } of items) {
    const platform = platformIdOf(network)
    map[platform in map ? `${platform}:${accountId ? toWire('acc', accountId) : 'default'}` : platform] = value
  }
  return map
}
