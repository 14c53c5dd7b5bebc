import type { Caller } from '#kernel/caller.ts'
import { type MediaId, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { listEntriesAbout } from '#modules/audit/index.ts'
import { findLabelNames } from '#modules/labels/index.ts'
import { findMediaByIds, makeProxyUrl, makeViewUrl, mediaFor } from '#modules/media/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { walksOf } from '#modules/publishing/index.ts'
import { platformFields, platformIdOf } from '#rules/network-names.ts'
import { frameOf } from '#rules/view.ts'
import { type ApprovalMark, readApprovalMarks } from '../approvals/marks.ts'
import type { PostMedia } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { postFor } from '../post-for.ts'
import type { StatsQuery } from '../schema/requests.ts'
import { postStatuses } from '../state.ts'
import { listAuthors } from '../store/authors.ts'
import { type Count, countAwaitingApproval, countPosts, listProfileIds } from '../store/list.ts'
import { countPostsUsing, countUsesOfFiles, listPostsUsing } from '../store/media-uses.ts'
import { listTargets } from '../store/targets.ts'
import { countTurns } from './list-posts.ts'
import { keyByPlatform, listWaits, type PresentedPost, presentPosts, presentTarget } from './present.ts'

type ReadDeps = Pick<PostDeps, 'db' | 'clock'>
type PostReadDeps = ReadDeps & Pick<PostDeps, 'connectors'>

export async function readPost(deps: PostReadDeps, caller: Caller, id: PostId): Promise<PresentedPost & ApprovalMark> {
  const post = await postFor(deps, deps.db, caller, id, 'read')
  const [presented] = await presentPosts(deps.db, [post])
  const markOf = await readApprovalMarks(deps, deps.db, [post])
  return { ...presented, ...markOf(id) }
}

export async function readTargets(deps: ReadDeps, caller: Caller, id: PostId) {
  const post = await postFor(deps, deps.db, caller, id, 'read')
  const targets = await listTargets(deps.db, id)
  const waits = await listWaits(deps.db, targets)
  return targets.map((target) => presentTarget(target, post, waits))
}

export async function readQueueStatus(deps: PostReadDeps, caller: Caller, id: PostId) {
  const { status, targets } = await readPost(deps, caller, id)
  return {
    postId: id,
    status,
    platforms: keyByPlatform(targets.map((value) => ({ network: value.network, accountId: value.accountId, value }))),
  }
}

const mostTurns = 100

/** Counts the posts of each status, in total and by platform. Posts in the trash are not counted. */
export async function readStats(
  deps: Pick<PostDeps, 'db' | 'connectors'>,
  caller: Caller,
  { profileId, label }: StatsQuery,
) {
  const { db } = deps
  const ids = profileId ? [(await profileFor(db, caller, profileId, 'read')).id] : await listProfileIds(db, caller)
  const labelNames = label === undefined ? undefined : await findLabelNames(db, ids, label)
  const [counts, waitingForApproval, waitingForMe] = await Promise.all([
    countPosts(db, ids, { labelNames }),
    countAwaitingApproval(db, ids, { labelNames }),
    countTurns(deps, caller, ids, { labelNames, most: mostTurns }),
  ])
  const networks = [...new Set(counts.flatMap(({ network }) => (network === null ? [] : [network])))].sort()
  const byStatus = countByStatus(counts, null)
  return {
    total: Object.values(byStatus).reduce((a, b) => a + b, 0),
    byStatus,
    byPlatform: Object.fromEntries(networks.map((network) => [platformIdOf(network), countByStatus(counts, network)])),
    waitingForApproval,
    waitingForMe,
  }
}

const countByStatus = (counts: readonly Count[], of: string | null): Record<string, number> =>
  Object.fromEntries(
    postStatuses.map((status) => [
      status,
      counts.find((one) => one.network === of && one.status === status)?.posts ?? 0,
    ]),
  )

const most = 50

/** Returns the posts that use a file, newest first: those that the caller can see, and how many there are in all. */
export async function readMediaPosts({ db }: Pick<PostDeps, 'db'>, caller: Caller, id: MediaId) {
  await mediaFor(db, caller, id, 'read')
  const [total, posts] = await Promise.all([countPostsUsing(db, id), listPostsUsing(db, caller, id, most)])
  return { total, posts: posts.map((post) => ({ ...post, content: post.content.toWellFormed() })) }
}

/** Returns the files of a profile that posts use, each with the number of those posts. */
export async function readMediaUses({ db }: Pick<PostDeps, 'db'>, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return { uses: await countUsesOfFiles(db, profileId) }
}

export const maxAuditEntries = 1_000

/** Returns the audit entries of a post, newest first. */
export async function readPostAudit(deps: Pick<PostDeps, 'db' | 'clock'>, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'read')
  const entries = await listEntriesAbout(deps.db, toWire('post', id), maxAuditEntries)
  const names = await listAuthors(
    deps.db,
    entries.flatMap(({ actor }) => actor.uid ?? []),
  )
  return entries.map(({ actor, ...entry }) => ({
    ...entry,
    actor: { ...actor, name: names.get(actor.uid ?? '')?.name ?? null },
  }))
}

type WalkDeps = Pick<PostDeps, 'db' | 'clock' | 'seal' | 'config' | 'connectors'>

/** Reads what is sent to each network for a post, and the progress. A target that was never enqueued is left out. */
export async function readWalks(deps: WalkDeps, caller: Caller, id: PostId) {
  await postFor(deps, deps.db, caller, id, 'read')
  const targets = (await listTargets(deps.db, id)).filter(({ publicationId }) => publicationId !== null)
  const walks = await walksOf(
    deps.db,
    deps.connectors,
    targets.map(({ publicationId }) => publicationId ?? ''),
  )
  const used = walks.flatMap(({ sent }) => sent.parts.flatMap(({ media }) => media.map(({ mediaId }) => mediaId)))
  const files = await findMediaByIds(deps.db, used as MediaId[])
  const fileOf = (mediaId: string, view: PostMedia['view']) => {
    const file = files.get(mediaId as MediaId)
    if (!file) return { width: null, height: null, url: null }
    const { width, height } = view ? frameOf(file.facts, view) : file.facts
    if (view) return { width, height, url: makeViewUrl(deps, file, view) }
    const isShownByPoster = file.facts.kind === 'video' && file.posterSize !== null
    return { width, height, url: isShownByPoster ? makeProxyUrl(deps, file, 'poster') : makeProxyUrl(deps, file) }
  }
  return targets.flatMap((target) => {
    const walk = walks.find(({ targetId }) => targetId === target.id)
    if (!walk) return []
    const { format, parts, title, link, language, firstComment, settings, extras } = walk.sent
    return {
      targetId: target.id,
      ...platformFields(target.network),
      accountId: target.accountId,
      status: walk.status,
      steps: walk.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) })),
      now: walk.now,
      calls: walk.calls,
      sent: {
        format,
        title,
        link,
        language,
        firstComment,
        settings,
        extras,
        parts: parts.map(({ text, media }) => ({
          text,
          media: media.map(({ kind, mediaId, altText, view }) => ({ kind, altText, view, ...fileOf(mediaId, view) })),
        })),
      },
    }
  })
}
