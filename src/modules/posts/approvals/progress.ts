import type { Db } from '#infra/db/client.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { readContent } from './digest.ts'
import { counts, isApproved } from './rule.ts'
import { findStage } from './stage.ts'
import { findRequest, listApprovers, listDecisions, readRules } from './store.ts'

type Status = 'not_required' | 'needed' | 'requested' | 'approved' | 'rejected'

/** Reads the approvals of a post, what it still needs, and who can give it. */
export async function readProgress(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow) {
  const rule = (await readRules(db, [post.profileId])).get(post.profileId) ?? null
  const content = await readContent(deps, db, post)
  const request = (await findRequest(db, post.id)) ?? null
  const digests = content?.digests ?? []
  const decisions = (await listDecisions(db, [post.id])).map((row) => ({
    ...row,
    isCurrent:
      digests.length > 0 &&
      digests.every((digest) => row.digests.includes(digest)) &&
      (rule === null || counts(rule, row)),
  }))
  const status = (): Status => {
    if (!rule) return 'not_required'
    if (digests.length > 0 && digests.every((digest) => isApproved(rule, digest, decisions))) return 'approved'
    if (decisions.some(({ decision, isCurrent }) => isCurrent && decision === 'rejected')) return 'rejected'
    return request ? 'requested' : 'needed'
  }
  const stage = rule
    ? findStage({
        rule,
        post,
        altTextWriters: content?.altTextWriters ?? [],
        decisions: decisions.filter(({ isCurrent }) => isCurrent),
        members: await listApprovers(db, post.profileId),
      })
    : { steps: [], current: null, approvers: [], isStuck: false }
  return { rule, status: status(), contentHash: content?.hash ?? null, request, decisions, ...stage }
}

export type Progress = Awaited<ReturnType<typeof readProgress>>

/** Returns the approvals of a post in their API shape. */
export const presentApprovals = ({ rule, request, current, steps, approvers, isStuck, ...rest }: Progress) => ({
  ...rest,
  required: rule?.required ?? 0,
  role: rule?.role ?? null,
  request: request && { ...request, requestedByUid: request.requestedBy },
  steps: steps.map(({ step: { id, name }, status }) => ({ id, name, status })),
  currentStepId: current?.id ?? null,
  approvers: approvers.map(({ uid, name }) => ({ uid, name })),
  isLeftToOwner: isStuck,
})
