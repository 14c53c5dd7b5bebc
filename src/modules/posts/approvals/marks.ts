import type { Db } from '#infra/db/client.ts'
import type { ApprovalStep } from '#kernel/approval-steps.ts'
import type { PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../deps.ts'
import { listPostsByIds, type PostRow } from '../store/posts.ts'
import { readContents } from './digest.ts'
import { isApprovedIn, judge } from './progress.ts'
import { findSteps } from './stage.ts'
import { listDecisions, readRules } from './store.ts'

/** The approval of a post as a list shows it. */
export interface ApprovalMark {
  readonly needsApproval: boolean
  /** The step that is decided next. Null without steps, and once the post needs no approval. */
  readonly approvalStep: Pick<ApprovalStep, 'id' | 'name'> | null
}

type MarkedPost = Pick<PostRow, 'id' | 'profileId' | 'status'>

const unmarked: ApprovalMark = { needsApproval: false, approvalStep: null }

/**
 * Reads which posts still need an approval, with the same statements for any number of them: one if their profiles
 * require none. The content is read only of posts about which someone has decided.
 */
export async function readApprovalMarks(
  deps: Pick<PostDeps, 'connectors'>,
  db: Db,
  posts: readonly MarkedPost[],
): Promise<(id: PostId) => ApprovalMark> {
  const open = posts.filter(({ status }) => status === 'draft' || status === 'scheduled' || status === 'queued')
  if (open.length === 0) return () => unmarked
  const rules = await readRules(
    db,
    open.map(({ profileId }) => profileId),
  )
  const bound = open.filter(({ profileId }) => rules.has(profileId))
  if (bound.length === 0) return () => unmarked
  const decisionsOf = Map.groupBy(
    await listDecisions(
      db,
      bound.map(({ id }) => id),
    ),
    ({ postId }) => postId,
  )
  const contents = await readContents(deps, db, await listPostsByIds(db, [...decisionsOf.keys()]))
  const marks = new Map(
    bound.map(({ id, profileId }): [PostId, ApprovalMark] => {
      const rule = rules.get(profileId)
      const { digests } = contents.get(id) ?? { digests: [] }
      const decisions = decisionsOf.get(id) ?? []
      if (!rule || isApprovedIn(rule, digests, decisions)) return [id, unmarked]
      const { current } = findSteps(
        rule,
        judge(rule, digests, decisions).filter(({ isCurrent }) => isCurrent),
      )
      return [id, { needsApproval: true, approvalStep: current && { id: current.id, name: current.name } }]
    }),
  )
  return (id) => marks.get(id) ?? unmarked
}
