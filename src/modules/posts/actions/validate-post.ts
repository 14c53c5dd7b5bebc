import type { PlatformPlan } from '#connectors/check/validate.ts'
import type { Caller } from '#kernel/caller.ts'
import { mostFaults, Refusal } from '#kernel/errors.ts'
import { fromWire, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import { checkApproval } from '../approvals/check-approval.ts'
import { type Checked, checkDraft, type PostIssue } from '../check/check-draft.ts'
import { listQuotaPlans, type QuotaPlan } from '../check/expect-quota.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { listUnconfirmed } from '../check/require-publishable.ts'
import { isArmedFor } from '../check/same-post/guard-same-post.ts'
import { digestTargets, listSamePosts, mayRepeat } from '../check/same-post/list-same-posts.ts'
import { listSimilarPosts } from '../check/same-post/list-similar-posts.ts'
import type { Confirmed } from '../content.ts'
import type { ChosenSlot, PostDeps } from '../deps.ts'
import type { DraftTarget } from '../draft/draft.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-posts.ts'
import { keyByPlatform } from '../reading/present.ts'
import { createPlacedBody, type NewPost, type SlotRequest } from '../schema/requests.ts'
import { findSeenPost } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { listAccountIds } from './place-post.ts'
import { toArming } from './prepare-posts.ts'

/**
 * Checks a post exactly as creating it would, or with `postId` as changing that post would, and stores nothing. Errors
 * are the result, not a refusal.
 */
export async function validatePost(
  deps: PostDeps,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
  postId: PostId | null,
) {
  const profileId = typeof body.profileId === 'string' ? fromWire('prof', body.profileId) : null
  const parsed = createPlacedBody.safeParse(body, { reportInput: true })
  if (!parsed.success || profileId === null) {
    if (profileId !== null) await profileFor(deps.db, caller, profileId as ProfileId, 'read')
    const errors = parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue, ''))
    return {
      ...presentValidation({ errors, warnings: [], infos: [], targets: [] }, [], []),
      slot: null,
      approval: null,
    }
  }
  const { slot: requested, ...input } = parsed.data
  const load = async (timed: NewPost) =>
    (await loadNewPosts(deps, caller, [timed], { needs: 'read', mayLackAccount: false }))[0]
  const untimed = await load(input)
  const { slot, faults } = await foreseeSlot(deps, caller, untimed, requested, postId)
  const draft = slot ? await load({ ...input, scheduledAt: { at: slot.at } }) : untimed
  await readTextsAhead(deps, draft)
  const checked = checkDraft(deps, draft)
  const quotas = await listQuotaPlans(deps, deps.db, checked.targets, { at: draft.scheduledAt, postId: null })
  const { same, similar } = await findOthers(deps, caller, draft, checked.targets, postId)
  // The errors of the request already explain why no target is left.
  const isExplained = input.platforms.length > 0 && draft.targets.length === 0
  const approval = await checkApproval(deps, caller, draft, postId)
  const found = presentValidation(
    {
      ...checked,
      errors: [...draft.faults, ...faults, ...(isExplained ? [] : checked.errors)],
      warnings: [...checked.warnings, ...quotas.flatMap(({ issue }) => issue ?? []), ...same],
      infos: [...checked.infos, ...similar, ...listForeignFiles(input), ...approval.issues],
    },
    quotas,
    input.confirmWarnings,
  )
  return { ...found, slot, approval: approval.first }
}

interface ForeseenSlot {
  readonly slot: ChosenSlot | null
  readonly faults: readonly PostIssue[]
}

/** Finds the posting time that the post would get now. A refusal of its choice is an error of the post. */
async function foreseeSlot(
  deps: PostDeps,
  caller: Caller,
  { profile, targets }: NewDraft,
  slot: SlotRequest | undefined,
  postId: PostId | null,
): Promise<ForeseenSlot> {
  if (slot === undefined || targets.length === 0) return { slot: null, faults: [] }
  const request = { profileId: profile.id, accountIds: listAccountIds(targets), postId, slot }
  try {
    return { slot: await deps.guards.chooseSlot(deps.db, caller, request), faults: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, info } = error
    const faults = info.errors ?? [{ path: '/slot', code, message }]
    return { slot: null, faults }
  }
}

const noOthers = { same: [], similar: [] }

/**
 * Finds identical posts, and for the other targets those with nearly the same text. Ignores the post being changed, if
 * it is in the same profile.
 */
async function findOthers(
  { db, clock }: PostDeps,
  caller: Caller,
  draft: NewDraft,
  checked: Checked['targets'],
  postId: PostId | null,
): Promise<Readonly<Record<'same' | 'similar', readonly PostIssue[]>>> {
  const { profile, files, scheduledAt } = draft
  if (profile.samePostDays === 0) return noOthers
  const seen = postId === null ? undefined : await findSeenPost(db, caller.uid, postId, false)
  const post = seen?.profileId === profile.id ? seen : undefined
  if (post && mayRepeat(post)) return noOthers
  const digests = digestTargets(checked, files)
  const known = post && isArmedFor(post, scheduledAt) ? await listTargets(db, post.id) : []
  const isKept = ({ accountId }: DraftTarget, digest: string | null) =>
    known.some((row) => row.accountId === accountId && row.digest === digest)
  const kept = checked.map(({ target }, at) => (isKept(target, digests[at] ?? null) ? null : (digests[at] ?? null)))
  const arming = {
    ...toArming({ draft, checked, digests: kept, path: '' }, post?.id ?? null, clock.now()),
    // A confirmed warning is returned as confirmed.
    confirmed: [],
  }
  const same = (await listSamePosts(db, [arming], { locks: false })).flat()
  const warned = new Set(same.map(({ path }) => path))
  const targets = checked.filter(({ target: { index } }, at) => kept[at] && !warned.has(`/platforms/${index}`))
  const about = { profileId: profile.id, postId: post?.id ?? null, days: profile.samePostDays, targets }
  return { same, similar: await listSimilarPosts(db, about) }
}

const listForeignFiles = ({ media }: NewPost): PostIssue[] =>
  media.flatMap(({ url }, index) => {
    const message = 'This file is on another server. We’ll download and check it when you schedule or publish.'
    return url === undefined ? [] : [{ code: 'media_not_fetched', message, path: `/media/${index}/url` }]
  })

function presentValidation(
  { errors, warnings, infos, targets }: Checked,
  quotas: readonly QuotaPlan[],
  accepted: Confirmed,
) {
  const open = listUnconfirmed(warnings, accepted)
  const confirmed = warnings.filter((warning) => !open.includes(warning))
  const quotaOf = new Map(quotas.map(({ accountId, quota }) => [accountId, quota]))
  return {
    canPublish: errors.length === 0 && open.length === 0,
    errors: limitIssues(errors),
    warnings: limitIssues(open),
    confirmedWarnings: limitIssues(confirmed),
    infos: limitIssues(infos),
    ...([errors, open, confirmed, infos].some(({ length }) => length > mostFaults) ? { truncated: true as const } : {}),
    perPlatformPlan: keyByPlatform(
      targets.flatMap(({ target: { network, accountId }, plan }) => {
        if (plan === null || accountId === null) return []
        const value = {
          accountId: toWire('acc', accountId),
          ...toWirePlan(plan),
          quota: quotaOf.get(accountId) ?? null,
        }
        return [{ network, accountId, value }]
      }),
    ),
  }
}

/** Returns as many issues as a refusal lists. */
const limitIssues = (issues: readonly PostIssue[]): PostIssue[] => issues.slice(0, mostFaults)

/** Identifies each file of a plan as the media library does. */
function toWirePlan(plan: PlatformPlan): object {
  const named = <Part extends Pick<PlatformPlan, 'media'>>(part: Part) => ({
    ...part,
    media: part.media.map((item) => ({ ...item, mediaId: toWire('media', item.mediaId) })),
  })
  return { ...named(plan), thread: plan.thread.map(named) }
}
