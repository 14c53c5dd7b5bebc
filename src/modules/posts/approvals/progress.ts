import type { Db } from '#infra/db/client.ts'
import { type Each, eachOf } from '#kernel/each.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { readContents, readPublished } from './digest.ts'
import { type ApprovalRule, counts, isApproved } from './rule.ts'
import { findStage, type Stage } from './stage.ts'
import {
  type Approver,
  type ApprovingGuest,
  listApprovers,
  listDecisions,
  listGuestsOfPosts,
  listRequests,
  readRules,
} from './store.ts'

type Status = 'not_required' | 'needed' | 'requested' | 'approved' | 'rejected'

/** The approvals of a post, what it still needs, and who can give it. */
export interface Progress extends Stage<Approver> {
  readonly post: PostRow
  readonly rule: ApprovalRule | null
  readonly status: Status
  readonly contentHash: string | null
  readonly digests: readonly string[]
  /** The hash of what was published. Null until everything is. */
  readonly publishedHash: string | null
  readonly request: ApprovalRequest | null
  readonly decisions: readonly JudgedDecision[]
  /** The people whom the rule lets approve posts, at any step. Empty without a rule. */
  readonly people: { readonly members: readonly Approver[]; readonly guests: readonly ApprovingGuest[] }
}

type ApprovalRequest = Awaited<ReturnType<typeof listRequests>>[number]
type ListedDecision = Awaited<ReturnType<typeof listDecisions>>[number]
type JudgedDecision = ListedDecision & {
  /** True if the decision is about this content. */
  readonly isSame: boolean
  readonly isCurrent: boolean
}

export async function readProgress(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow): Promise<Progress> {
  return (await readProgresses(deps, db, [post]))[0]
}

/** Reads this for posts, with the same statements for any number of them. */
export async function readProgresses<const Posts extends readonly PostRow[]>(
  deps: Pick<PostDeps, 'connectors'>,
  db: Db,
  posts: Posts,
): Promise<Each<Posts, Progress>> {
  const ids = posts.map(({ id }) => id)
  const rules = await readRules(
    db,
    posts.map(({ profileId }) => profileId),
  )
  const contents = await readContents(deps, db, posts)
  const sent = await readPublished(db, posts)
  const requests = ids.length === 0 ? [] : await listRequests(db, ids)
  const decisionsOf = Map.groupBy(await listDecisions(db, ids), ({ postId }) => postId)
  const members = rules.size === 0 ? new Map<ProfileId, Approver[]>() : await listApprovers(db, [...rules.keys()])
  const guests = await readGuests(db, rules, posts)
  const progresses = posts.map((post): Progress => {
    const rule = rules.get(post.profileId) ?? null
    const content = contents.get(post.id) ?? null
    const published = sent.get(post.id) ?? null
    const compared = (published ?? content)?.digests ?? []
    const request = requests.find(({ postId }) => postId === post.id) ?? null
    const decisions = judge(rule, compared, decisionsOf.get(post.id) ?? [])
    const people = { members: members.get(post.profileId) ?? [], guests: guests.get(post.id) ?? [] }
    const stage = rule
      ? findStage({
          rule,
          post,
          altTextWriters: content?.altTextWriters ?? [],
          decisions: decisions.filter(({ isCurrent }) => isCurrent),
          ...people,
        })
      : { steps: [], current: null, approvers: [], guests: [], isStuck: false }
    const status = (): Status => {
      if (!rule) return 'not_required'
      if (isApprovedIn(rule, compared, decisions)) return 'approved'
      if (decisions.some(({ decision, isCurrent }) => isCurrent && decision === 'rejected')) return 'rejected'
      return request ? 'requested' : 'needed'
    }
    const { hash: contentHash = null, digests = [] } = content ?? {}
    return {
      post,
      rule,
      status: status(),
      contentHash,
      digests,
      publishedHash: published?.hash ?? null,
      request,
      decisions,
      people,
      ...stage,
    }
  })
  return eachOf(posts, progresses)
}

/** Reads the guests who can approve each post, of those that the steps of the profiles name. */
async function readGuests(
  db: Db,
  rules: ReadonlyMap<ProfileId, ApprovalRule>,
  posts: readonly PostRow[],
): Promise<ReadonlyMap<PostId, readonly ApprovingGuest[]>> {
  const named = [...rules.values()].flatMap(({ steps }) => steps.flatMap(({ guestIds = [] }) => guestIds))
  if (named.length === 0) return new Map()
  return listGuestsOfPosts(
    db,
    [...new Set(named)],
    posts.map(({ id }) => id),
  )
}

/** Marks the decisions that count for this content. */
export const judge = (
  rule: ApprovalRule | null,
  digests: readonly string[],
  decisions: readonly ListedDecision[],
): JudgedDecision[] =>
  decisions.map((row) => {
    const isSame = digests.length > 0 && digests.every((digest) => row.digests.includes(digest))
    return { ...row, isSame, isCurrent: isSame && (rule === null || counts(rule, row)) }
  })

/** True if everything that a post sends is approved. False if that is not settled. */
export const isApprovedIn = (
  rule: ApprovalRule,
  digests: readonly string[],
  decisions: readonly ListedDecision[],
): boolean => digests.length > 0 && digests.every((digest) => isApproved(rule, digest, decisions))

/** Returns the approvals of a post in their API shape. */
export const presentApprovals = ({
  post: _,
  rule,
  request,
  decisions,
  current,
  steps,
  approvers,
  isStuck,
  guests,
  people: _people,
  ...rest
}: Progress) => ({
  ...rest,
  required: rule?.required ?? 0,
  role: rule?.role ?? null,
  decisions: decisions.flatMap(({ uid, ...decision }) => (uid === null ? [] : [{ uid, ...decision }])),
  guestDecisions: decisions.flatMap(({ guestId, guestName, isConfirmed, ...decision }) =>
    guestId === null ? [] : [{ ...decision, guestId, name: guestName ?? '', isConfirmed: isConfirmed === true }],
  ),
  guestApprovers: guests.map(({ id, name }) => ({ guestId: id, name })),
  request: request && { ...request, requestedByUid: request.requestedBy },
  steps: steps.map(({ step: { id, name }, status }) => ({ id, name, status })),
  currentStepId: current?.id ?? null,
  approvers: approvers.map(({ uid, name }) => ({ uid, name })),
  isLeftToOwner: isStuck,
})
