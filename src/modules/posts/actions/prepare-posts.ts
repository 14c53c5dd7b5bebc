import type { Caller } from '#kernel/caller.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import { type Fault, refuseAt } from '#kernel/errors.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { mustSubmit } from '../approvals/contributors.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { findObstacles, refuseWarnings } from '../check/require-publishable.ts'
import { findRecycleObstacles } from '../check/require-recyclable.ts'
import { type Arming, digestTargets, listSamePosts, nameFaults } from '../check/same-post/list-same-posts.ts'
import type { PostDeps } from '../deps.ts'
import { fetchMedia, listFiles, listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-posts.ts'
import { refuseFaults, requireNoFaults } from '../draft/refuse-faults.ts'
import { requireMayPublish } from '../post-for.ts'
import type { NewPost } from '../schema/requests.ts'

/** A new post that may be stored. */
export interface PreparedPost {
  readonly draft: NewDraft
  /** The targets as composed by the check. Empty for a post that is only stored, which has not been checked. */
  readonly checked: readonly CheckedTarget[]
  /** The digests of `checked`. Null if the target may repeat another post. */
  readonly digests: readonly (string | null)[]
  /** A prefix for the path of each of its errors. */
  readonly path: string
  /** Platforms that were left out, with the reason. */
  readonly leftOut: readonly Fault[]
}

/** A new post, with its place in the request. */
interface PostRequest {
  readonly input: NewPost
  /** A prefix for the path of each of its errors. */
  readonly path: string
  /** True if platforms without an account are left out, as long as one remains. */
  readonly mayLeaveOut?: boolean
  /** True for a post that may repeat another on purpose. */
  readonly mayRepeat?: boolean
}

/**
 * Loads and checks new posts before their transaction begins, and fetches their remote files, each once. Refuses with
 * all errors of all posts at once. A post that is saved as a draft is not checked, and its files are not fetched.
 */
export async function preparePosts<const Requests extends readonly PostRequest[]>(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  requests: Requests,
): Promise<Each<Requests, PreparedPost>> {
  if (requests.some(({ input }) => !input.saveAsDraft)) requireMayPublish(caller)
  const loaded = await loadRequests(deps, caller, requests)
  const urls = loaded.flatMap(({ draft }) =>
    draft.input.saveAsDraft ? [] : listUnfetchedUrls(draft.post, draft.targets),
  )
  if (urls.length === 0) return checkRequests(deps, requests, loaded)
  // The files of a single post have the paths of its request.
  const single = loaded.length === 1 ? loaded[0]?.draft : undefined
  const lists = single && listFiles(single.post, single.targets)
  const fetched = await fetchMedia(deps, caller, profileId, [...new Set(urls)], lists)
  return checkRequests(deps, requests, await loadRequests(deps, caller, requests, fetched))
}

/** Returns the profile of a new post, and the caller's role on it. */
export const whose = ({ profile: { id: profileId, role } }: NewDraft) => ({ profileId, role })

interface Loaded {
  readonly draft: NewDraft
  readonly leftOut: readonly Fault[]
}

async function loadRequests(
  deps: PostDeps,
  caller: Caller,
  requests: readonly PostRequest[],
  fetched?: Awaited<ReturnType<typeof fetchMedia>>,
): Promise<Loaded[]> {
  const drafts = await loadNewPosts(
    deps,
    caller,
    requests.map(({ input }) => input),
    { needs: 'write', pathOf: (index) => requests[index]?.path ?? '', ...(fetched ? { fetched } : {}) },
  )
  for (const [index, draft] of drafts.entries())
    if (!draft.input.saveAsDraft)
      await refuseAt(`${requests[index]?.path ?? ''}/profileId`, () => mustSubmit(deps.db, whose(draft)))
  const loaded = drafts.map((draft, index) => leaveOut(draft, requests[index]?.mayLeaveOut === true))
  requireNoFaults(
    loaded.flatMap(({ draft }, index) => draft.faults.map((fault) => under(requests[index]?.path ?? '', fault))),
  )
  return loaded
}

/** Removes platforms without an account from a draft that may do without them. */
function leaveOut(draft: NewDraft, mayLeaveOut: boolean): Loaded {
  const targets = draft.targets.filter(({ accountId }) => !mayLeaveOut || accountId !== null)
  if (!mayLeaveOut || targets.length === 0) return { draft, leftOut: [] }
  const isMissing = ({ code }: Fault) => code === 'account_not_connected'
  const faults = draft.faults.filter((fault) => !isMissing(fault))
  return { draft: { ...draft, targets, faults }, leftOut: draft.faults.filter(isMissing) }
}

async function checkRequests<Requests extends readonly PostRequest[]>(
  deps: PostDeps,
  requests: Requests,
  loaded: readonly Loaded[],
): Promise<Each<Requests, PreparedPost>> {
  const prepared: PreparedPost[] = []
  const errors: Fault[] = []
  const warnings: Fault[] = []
  for (const [index, { draft, leftOut }] of loaded.entries()) {
    const { path = '', mayRepeat = false } = requests[index] ?? {}
    if (draft.input.saveAsDraft) {
      prepared.push({ draft, checked: [], digests: [], path, leftOut })
      continue
    }
    await readTextsAhead(deps, draft)
    const when = { confirmed: draft.input.confirmWarnings, at: draft.scheduledAt, postId: null }
    const found = await findObstacles(deps, deps.db, draft, when)
    errors.push(...found.errors.map((fault) => under(path, fault)))
    const recycling = findRecycleObstacles(deps, draft)
    errors.push(...recycling.errors.map((fault) => under(path, fault)))
    warnings.push(...[...found.warnings, ...recycling.warnings].map((fault) => under(path, fault)))
    const digests = found.errors.length > 0 || mayRepeat ? [] : digestTargets(found.targets, draft.files)
    prepared.push({ draft, checked: found.targets, digests, path, leftOut })
  }
  if (errors.length > 0) refuseFaults(errors)
  if (warnings.length > 0) refuseWarnings([...warnings, ...(await findSame(deps, prepared))])
  return eachOf(requests, prepared)
}

/**
 * Looks for identical posts, so that a refusal lists all warnings. Without a refusal, the transaction that stores the
 * posts checks again.
 */
async function findSame({ clock, db }: PostDeps, prepared: readonly PreparedPost[]): Promise<Fault[]> {
  const armings = prepared.map((one) => toArming(one, null, clock.now()))
  return nameFaults(armings, await listSamePosts(db, armings, { locks: false }))
}

/** Returns what the check for identical posts compares of a prepared post. */
export const toArming = (
  { draft, checked, digests, path }: Omit<PreparedPost, 'leftOut'>,
  postId: PostId | null,
  now: Date,
): Arming => ({
  path,
  postId,
  at: draft.scheduledAt ?? now,
  days: draft.profile.samePostDays,
  confirmed: draft.input.confirmWarnings,
  targets: checked.map(({ target }, position) => ({ target, digest: digests[position] ?? null })),
})

const under = (path: string, fault: Fault): Fault => ({ ...fault, path: `${path}${fault.path}` })
