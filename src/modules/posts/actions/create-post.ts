import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Fault } from '#kernel/errors.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import { isQuotaAccepted } from '../check/expect-quota.ts'
import { demandNoFaults, demandPublishable } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { enqueueTargets } from '../dispatch/enqueue-targets.ts'
import { addressesIn, type Fetched, fetchAll, findMedia, nothingFetched } from '../draft/find-media.ts'
import { readPostAhead } from '../draft/read-ahead.ts'
import { wantedTargets } from '../draft/resolve-targets.ts'
import { instantFor, latestFaults, scheduleFaults } from '../draft/times.ts'
import { judgePost, keepMediaOf, rowsFor, threadOf, withMedia, writtenMedia } from '../draft/write-post.ts'
import { demandMayPublish } from '../post-for.ts'
import { type PresentedPost, presentPost, presentRolledUp } from '../reading/present.ts'
import type { NewPost } from '../schema/wishes.ts'
import { insertPosts, type PostRow, userTimezone } from '../store/posts.ts'
import { insertTargets, type NewTargetRow } from '../store/targets.ts'

/**
 * Reads the texts of a post and fetches its files that lie elsewhere, before the transaction begins. A draft needs
 * neither.
 */
export async function prepareCreate(deps: PostDeps, caller: Caller, wish: NewPost): Promise<Fetched> {
  if (wish.saveAsDraft) return nothingFetched
  await readWishAhead(deps, wish)
  const urls = await addressesIn(deps, wish)
  if (urls.length === 0) return nothingFetched
  await profileFor(deps.db, caller, wish.profileId, 'editor')
  return fetchAll(deps, caller, wish.profileId, urls)
}

const readWishAhead = (deps: PostDeps, wish: NewPost): Promise<void> => {
  const { content, format, firstComment = null, platforms } = wish
  const thread = wish.thread.map((part) => ({ content: part.content, media: [] }))
  return readPostAhead(
    deps,
    wish.profileId,
    { content, format, firstComment, thread },
    (accounts) => wantedTargets(platforms, accounts, true).targets,
  )
}

/** A draft, a post with a time, or one that goes out at once: then it is made and enqueued together. */
export async function createPost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  wish: NewPost,
  fetched: Fetched = nothingFetched,
): Promise<PresentedPost> {
  if (!wish.saveAsDraft) demandMayPublish(caller)
  const profile = await profileFor(tx, caller, wish.profileId, 'editor', { lock: false })
  const { post, targets } = await preparePost(deps, tx, caller, profile, wish, fetched)
  await insertPosts(tx, [post])
  const rows = await insertTargets(tx, targets)
  await keepMediaOf(
    tx,
    post.id,
    post,
    targets.map(({ overrides }) => overrides),
    true,
  )
  await writeAudit(tx, {
    at: post.createdAt,
    caller,
    ownerUid: post.ownerUid,
    action: 'post.created',
    subject: toWire('post', post.id),
    changes: { status: { from: null, to: isNow(wish) ? 'queued' : post.status } },
  })
  if (!isNow(wish)) return presentPost(post, rows)
  const results = await enqueueTargets(deps, tx, [{ post, rows, dueAt: post.createdAt, isNow: true }])
  return presentRolledUp(results, post.id)
}

const isNow = (wish: Pick<NewPost, 'saveAsDraft' | 'scheduledAt'>): boolean =>
  !wish.saveAsDraft && (wish.scheduledAt ?? null) === null

export interface Prepared {
  readonly post: PostRow
  readonly targets: readonly NewTargetRow[]
}

/** Prepares the rows to store. Refuses with every fault at once. */
export async function preparePost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  profile: AccessibleProfile,
  wish: NewPost,
  fetched: Fetched,
): Promise<Prepared> {
  const now = deps.clock.now()
  const accounts = wish.platforms.length > 0 ? await listProfileAccounts(tx, profile.id) : []
  const wanted = wantedTargets(wish.platforms, accounts, wish.saveAsDraft)
  const written = writtenMedia(await findMedia(deps, tx, caller, wish, fetched), wish)
  const zoneOf = async () => wish.timezone ?? profile.timezone ?? (await userTimezone(tx, caller.uid))
  const scheduledAt = wish.scheduledAt ? await instantFor(wish.scheduledAt, zoneOf) : null
  const latestAt = wish.latestAt ? await instantFor(wish.latestAt, zoneOf) : null
  const faults: Fault[] = [
    ...(scheduledAt ? scheduleFaults(deps, scheduledAt) : []),
    ...latestFaults(latestAt, scheduledAt ?? now),
    ...wanted.faults,
    ...written.faults,
  ]
  demandNoFaults(faults)
  const intent = wish.saveAsDraft || scheduledAt === null ? 'draft' : 'scheduled'
  const post: PostRow = {
    id: newId<'post'>(now),
    ownerUid: profile.ownerUid,
    authorUid: caller.uid,
    profileId: profile.id,
    intent,
    status: intent,
    statusSince: now,
    round: 0,
    toldRound: 0,
    kind: 'single',
    rootPostId: null,
    parentId: null,
    recycledFromId: null,
    duplicatedFromId: null,
    recurringRuleId: null,
    content: wish.content,
    title: wish.title ?? null,
    format: wish.format,
    thread: threadOf(wish.thread, written),
    media: written.media,
    tags: [...wish.tags],
    language: wish.language ?? null,
    firstComment: wish.firstComment ?? null,
    link: wish.link ?? null,
    settings: wish.settings,
    metadata: wish.metadata,
    confirmedWarnings: wish.confirmWarnings,
    saveAsDraft: wish.saveAsDraft,
    scheduledAt,
    latestAt,
    timezone: wish.timezone ?? null,
    publishedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  }
  const targets = rowsFor(post, withMedia(wanted.targets, written), [], now).added
  if (!wish.saveAsDraft) {
    const when = isQuotaAccepted(wish.confirmWarnings) ? null : { at: scheduledAt, postId: null }
    demandPublishable(await judgePost(deps, tx, post, targets, { known: accounts, when }), wish.confirmWarnings)
  }
  return { post, targets }
}
