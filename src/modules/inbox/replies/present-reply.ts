import type { Db } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { rowsOf, waitsOf } from '#modules/publishing/index.ts'
import { readStandings, type Standing } from '../approvals/standing.ts'
import type { FoundReply } from '../store/replies.ts'
import { listAlsoWaiting, readSince } from '../store/reply-approvals.ts'

/** Presents replies with what the engine knows about each: its next try, its error, or its address. */
export async function presentReplies(db: Db, replies: readonly FoundReply[]) {
  const publications = replies.flatMap(({ publicationId }) => publicationId ?? [])
  const rows = new Map(
    (
      await rowsOf(
        db,
        replies.map(({ id }) => id),
      )
    ).map((row) => [row.targetId, row]),
  )
  const waits = await waitsOf(db, publications)
  const approvals = await readApprovals(db, replies)
  return replies.map(({ publicationId, profileId: _profile, accountId: _account, editedBy: _editors, ...reply }) => {
    const row = rows.get(reply.id)
    return {
      ...reply,
      sendsAt: reply.state === 'queued' ? (row?.nextAttemptAt ?? null) : null,
      wait: (publicationId !== null && reply.state !== 'sent' && waits.get(publicationId)?.detail) || null,
      errorCode: row?.errorCode ?? null,
      error: row?.error ?? null,
      url: row?.url ?? null,
      contentHash: null,
      approval: null,
      ...approvals.get(reply.id),
    }
  })
}

export const presentReply = async (db: Db, reply: FoundReply) =>
  (await presentReplies(db, [reply]))[0] ?? refuse('reply_not_found')

/** Presents the approvals of replies that wait or were rejected. */
async function readApprovals(db: Db, all: readonly FoundReply[]) {
  const replies = all.filter(({ state }) => state === 'waiting_for_approval' || state === 'rejected')
  const standings = await readStandings(db, replies)
  const approvals = new Map<FoundReply['id'], { readonly contentHash: string; readonly approval: Approval }>()
  for (const reply of replies) {
    const standing = standings.get(reply.id)
    if (standing)
      approvals.set(reply.id, {
        contentHash: standing.contentHash,
        approval: await presentApproval(db, reply, standing),
      })
  }
  return approvals
}

type Approval = Awaited<ReturnType<typeof presentApproval>>

async function presentApproval(db: Db, reply: FoundReply, { rule, stage, approvers, approvals, rejection }: Standing) {
  const { isAnswered, isSending, newItems, isGone } = await readSince(db, reply)
  const isRejected = reply.state === 'rejected'
  return {
    required: rule.steps.length || rule.required,
    given: approvals,
    step: stage.current?.name ?? null,
    approvers: isRejected ? [] : approvers.map(({ uid, name }) => ({ uid, name })),
    isAnswered: isAnswered || isSending,
    newItems,
    isGone,
    alsoWaiting: isRejected ? 0 : (await listAlsoWaiting(db, reply)).length,
    rejectedByUid: isRejected ? (rejection?.uid ?? null) : null,
    reason: isRejected ? (rejection?.reason ?? null) : null,
  }
}
