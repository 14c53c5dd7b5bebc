import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { PostId } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { isQuotaAccepted, type QuotaDeps } from '../check/expect-quota.ts'
import { demandPublishable } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { type Fetched, fetchAll, nothingFetched, settled, stillElsewhere } from '../draft/find-media.ts'
import { readPostAhead } from '../draft/read-ahead.ts'
import { demandAllHere, judgePost, keepMediaOf } from '../draft/write-post.ts'
import type { Confirmed, Overrides, WrittenMedia } from '../draft/written.ts'
import { type PostAtHand, postFor } from '../post-for.ts'
import { type PostRow, updatePost } from '../store/posts.ts'
import { rewriteTargets, type TargetRow, targetsOf } from '../store/targets.ts'

const listsOf = (post: Pick<PostRow, 'media' | 'thread'>, overrides: readonly Overrides[]) =>
  [post.media, ...post.thread.map(({ media }) => media), ...overrides.map(({ media }) => media ?? [])].map((media) => ({
    path: '',
    media,
  }))

/** Reads the texts of a stored post and fetches its files that still lie elsewhere, before the transaction begins. */
export async function fetchForArming(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  demand: (post: PostAtHand) => void,
): Promise<Fetched> {
  const post = await postFor(deps, deps.db, caller, id, 'editor')
  demand(post)
  const rows = (await targetsOf(deps.db, [id])).get(id) ?? []
  await readPostAhead(deps, post.profileId, post, () => rows)
  const urls = stillElsewhere(
    listsOf(
      post,
      rows.map(({ overrides }) => overrides),
    ),
  )
  return urls.length === 0 ? nothingFetched : fetchAll(deps, caller, post.profileId, urls)
}

export interface Armed {
  readonly post: PostRow
  readonly rows: readonly TargetRow[]
}

export interface ArmOptions {
  /** Warnings that the caller accepts; when absent, those that were stored with the post. */
  readonly confirmed?: Confirmed
  /** Limits the check to these targets. */
  readonly only?: (row: TargetRow) => boolean
  /** True when the post goes out now, whatever its scheduled time. */
  readonly isNow?: boolean
}

/**
 * Makes a stored post ready to go: puts the fetched files in, gives targets without an account the default one, and
 * checks the whole. Refuses when the post cannot go out like this.
 */
export async function armPost(
  deps: QuotaDeps,
  tx: Tx,
  seen: PostAtHand | PostRow,
  fetched: Fetched,
  { confirmed = seen.confirmedWarnings, only = () => true, isNow = seen.intent === 'draft' }: ArmOptions = {},
): Promise<Armed> {
  const before = (await targetsOf(tx, [seen.id])).get(seen.id) ?? []
  const accounts = await listProfileAccounts(tx, seen.profileId)
  const put = (media: readonly WrittenMedia[]) => settled(media, fetched)
  const taken = new Set(before.map(({ accountId }) => accountId))
  const rows = before.map((row) => {
    const standard = accounts.find(
      ({ network, isDefault, id }) => network === row.network && isDefault && !taken.has(id),
    )
    const accountId = row.accountId ?? standard?.id ?? null
    const { media } = row.overrides
    return { ...row, accountId, overrides: media ? { ...row.overrides, media: put(media) } : row.overrides }
  })
  const overrides = rows.map((row) => row.overrides)
  const content = {
    media: put(seen.media),
    thread: seen.thread.map((part) => ({ ...part, media: put(part.media) })),
  }
  demandAllHere(content, overrides)
  const post = { ...seen, ...content }
  const when = isQuotaAccepted(confirmed) ? null : { at: isNow ? null : post.scheduledAt, postId: seen.id }
  demandPublishable(await judgePost(deps, tx, post, rows.filter(only), { when }), confirmed)
  if (fetched.size > 0) {
    await updatePost(tx, seen.id, content)
    await keepMediaOf(tx, seen.id, content, overrides)
  }
  const isChanged = fetched.size > 0 || rows.some((row, at) => row.accountId !== before[at]?.accountId)
  if (isChanged) await rewriteTargets(tx, rows)
  return { post, rows }
}
