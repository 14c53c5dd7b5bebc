import type { Db } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { rowsOf, waitsOf } from '#modules/publishing/index.ts'
import type { ReplyRow } from '../store/replies.ts'

/** Presents replies with what the engine knows about each: its next try, its error, or its address. */
export async function presentReplies(db: Db, replies: readonly ReplyRow[]) {
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
  return replies.map(({ publicationId, ...reply }) => {
    const row = rows.get(reply.id)
    return {
      ...reply,
      sendsAt: reply.state === 'queued' ? (row?.nextAttemptAt ?? null) : null,
      wait: (publicationId !== null && reply.state !== 'sent' && waits.get(publicationId)?.detail) || null,
      errorCode: row?.errorCode ?? null,
      error: row?.error ?? null,
      url: row?.url ?? null,
    }
  })
}

export const presentReply = async (db: Db, reply: ReplyRow) =>
  (await presentReplies(db, [reply]))[0] ?? refuse('reply_not_found')
