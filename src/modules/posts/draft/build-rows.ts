import type { Caller } from '#kernel/caller.ts'
import { newId } from '#kernel/ids.ts'
import type { Intent } from '../state.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewTargetRow, TargetRow } from '../store/targets.ts'
import type { DraftTarget } from './draft.ts'
import type { NewDraft } from './load-posts.ts'

/** Returns the post columns about its origin and outcome, for a post that is not published yet. */
export const unpublished = (now: Date, intent: Intent) =>
  ({
    id: newId<'post'>(now),
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
    ideaId: null,
    slotPlanId: null,
    slotMoves: 0,
    recycle: null,
    publishedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  }) as const

/** Builds the rows of a new post and its targets. `digests` are those of its targets, if it is armed. */
export function buildRows(
  { post: content, targets, input, profile, scheduledAt, latestAt, slotPlanId }: NewDraft,
  caller: Caller,
  now: Date,
  digests: readonly (string | null)[] = [],
): { readonly post: PostRow; readonly targets: readonly NewTargetRow[] } {
  const post: PostRow = {
    ...unpublished(now, input.saveAsDraft || scheduledAt === null ? 'draft' : 'scheduled'),
    ...content,
    ownerUid: profile.ownerUid,
    authorUid: caller.uid,
    editedBy: [],
    profileId: profile.id,
    tags: [...input.tags],
    metadata: input.metadata,
    confirmedWarnings: input.confirmWarnings,
    saveAsDraft: input.saveAsDraft,
    recycle: input.recycle ?? null,
    scheduledAt,
    slotPlanId: slotPlanId ?? null,
    latestAt,
    timezone: input.timezone ?? null,
  }
  return {
    post,
    targets: targets.map((target, position) => ({
      ...buildTargetRow(post, target, position, now),
      digest: digests[position] ?? null,
    })),
  }
}

export const buildTargetRow = (
  { id: postId, ownerUid }: Pick<PostRow, 'id' | 'ownerUid'>,
  { network, accountId, overrides }: Pick<DraftTarget, 'network' | 'accountId' | 'overrides'>,
  position: number,
  now: Date,
): NewTargetRow => ({
  id: newId<'tgt'>(now),
  ownerUid,
  postId,
  accountId,
  network,
  position,
  overrides,
  publicationId: null,
  round: 0,
  createdAt: now,
  digest: null,
})

/** Matches the targets of a change to the stored ones. A target that is listed again keeps its row. */
export function matchTargets(
  post: Pick<PostRow, 'id' | 'ownerUid'>,
  targets: readonly DraftTarget[],
  before: readonly TargetRow[],
  now: Date,
): { readonly kept: readonly NewTargetRow[]; readonly added: readonly NewTargetRow[]; readonly gone: TargetRow[] } {
  const left = [...before]
  const kept: NewTargetRow[] = []
  const added: NewTargetRow[] = []
  for (const [position, target] of targets.entries()) {
    const { network, accountId } = target
    const same = left.findIndex((row) => row.network === network && row.accountId === accountId)
    const at = same >= 0 ? same : left.findIndex((row) => row.network === network && row.accountId === null)
    const [known] = at >= 0 ? left.splice(at, 1) : []
    const row = buildTargetRow(post, target, position, now)
    if (known) kept.push({ ...row, id: known.id, createdAt: known.createdAt })
    else added.push(row)
  }
  return { kept, added, gone: left }
}
