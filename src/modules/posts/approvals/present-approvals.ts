import type { Db } from '#infra/db/client.ts'
import type { PostDeps } from '../deps.ts'
import type { PostRow } from '../store/posts.ts'
import { readContent } from './digest.ts'
import { counts, isApproved } from './rule.ts'
import { findRequest, listDecisions, readRules } from './store.ts'

type Status = 'not_required' | 'needed' | 'requested' | 'approved' | 'rejected'

/** Returns the approvals of a post, and what it still needs. */
export async function presentApprovals(deps: Pick<PostDeps, 'connectors'>, db: Db, post: PostRow) {
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
  return {
    required: rule?.required ?? 0,
    role: rule?.role ?? null,
    status: status(),
    contentHash: content?.hash ?? null,
    request,
    decisions,
  }
}
