import type { Tx } from '#infra/db/client.ts'
import type { AccountId, PostId } from '#kernel/ids.ts'
import { type AccountForPublishing, readAccountsByIds } from '#modules/accounts/index.ts'
import { findMediaByIds } from '#modules/media/index.ts'
import { enqueue, type NewTarget } from '#modules/publishing/index.ts'
import { judgeTarget, mediaIdsOf } from '../check/check-post.ts'
import { outgoingOf } from '../check/compose-outgoing.ts'
import type { PostDeps } from '../deps.ts'
import { latestFor } from '../draft/times.ts'
import { type RolledUp, type RollUpDeps, rollUp, type Said } from '../outcomes/roll-up.ts'
import type { PostRow } from '../store/posts.ts'
import { beginRounds } from '../store/statuses.ts'
import { noteEnqueued, noteRefused, type TargetRow } from '../store/targets.ts'

export type EnqueueDeps = RollUpDeps & Pick<PostDeps, 'connectors' | 'config'>

export interface PostToEnqueue {
  readonly post: PostRow
  /** The targets of the post that are to go now. */
  readonly rows: readonly TargetRow[]
  readonly dueAt: Date
  /** True when a user asks for it now, so that a latest time that has passed does not count. */
  readonly isNow: boolean
}

/**
 * Freezes targets and hands them to the engine, for one post or for hundreds in the same number of statements. This is
 * the last check: a target with a fault fails, and the others go. The caller has locked the posts.
 */
export async function enqueueTargets(deps: EnqueueDeps, tx: Tx, asked: readonly PostToEnqueue[]): Promise<RolledUp> {
  const accounts = await accountsOf(tx, asked)
  const files = await findMediaByIds(
    tx,
    asked.flatMap(({ post, rows }) =>
      mediaIdsOf(
        post,
        rows.map(({ overrides }) => overrides),
      ),
    ),
  )
  const targets: NewTarget[] = []
  const refused: Parameters<typeof noteRefused>[1][number][] = []
  const rounds = new Map<PostId, number>()
  const said = new Map<PostId, Said[]>()
  for (const { post, rows, dueAt, isNow } of asked) {
    const round = post.round + 1
    rounds.set(post.id, round)
    for (const [index, row] of rows.entries()) {
      const account = (row.accountId && accounts.get(row.accountId)) || null
      const { errors } = judgeTarget(deps, post, { ...row, account, index }, files)
      // A disconnected account may come back: the publication waits for it.
      const [error] = account ? errors.filter(({ code }) => code !== 'account_not_connected') : errors
      if (error || !account) {
        const refusal = { code: error?.code ?? 'account_not_connected', error: error?.message ?? '' }
        refused.push({ id: row.id, refusal, round })
        said.set(post.id, [...(said.get(post.id) ?? []), { ...row, type: 'post.failed' }])
        continue
      }
      targets.push({
        targetId: row.id,
        ownerUid: post.ownerUid,
        accountId: account.id,
        remoteAccountId: account.remoteAccountId,
        network: row.network,
        snapshot: outgoingOf(post, row.overrides, account, files),
        dueAt,
        latestAt: latestFor(deps, post, dueAt, isNow),
        ...(row.publicationId && row.status !== 'cancelled' ? { resumeFrom: row.publicationId } : {}),
      })
    }
  }
  const publicationIds = await enqueue(deps, tx, targets)
  await noteEnqueued(
    tx,
    asked.flatMap(({ post, rows }) =>
      rows.flatMap(({ id, accountId }) => {
        const publicationId = publicationIds.get(id)
        return publicationId && accountId
          ? [{ id, accountId, publicationId, round: rounds.get(post.id) ?? post.round }]
          : []
      }),
    ),
  )
  await noteRefused(tx, refused)
  await beginRounds(tx, [...rounds.keys()])
  const begun = asked.map(({ post }) => ({ ...post, ...begunRound(post) }))
  const queued = new Set(targets.map(({ targetId }) => targetId))
  for (const { post, rows } of asked)
    if (rows.some((row) => queued.has(row.id)))
      said.set(post.id, [{ type: 'post.queued' }, ...(said.get(post.id) ?? [])])
  return rollUp(deps, tx, begun, said)
}

const accountsOf = (tx: Tx, asked: readonly PostToEnqueue[]): Promise<ReadonlyMap<AccountId, AccountForPublishing>> =>
  readAccountsByIds(tx, [
    ...new Set(asked.flatMap(({ rows }) => rows.flatMap(({ accountId }) => (accountId ? [accountId] : [])))),
  ])

/** Mirrors the columns that `beginRounds` stores. */
const begunRound = (post: PostRow) => ({ round: post.round + 1, intent: 'draft' as const, saveAsDraft: false })
