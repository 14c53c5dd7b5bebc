import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { PostId } from '#kernel/ids.ts'
import type { Intent, PostStatus } from '../state.ts'

/** The columns of a post that follow from its targets. */
export interface StatusNote {
  readonly id: PostId
  readonly intent: Intent
  readonly saveAsDraft: boolean
  readonly round: number
  readonly status: PostStatus
  readonly statusSince: Date
  readonly publishedAt: Date | null
  readonly toldRound: number
}

/** Stores any number of statuses in one statement. */
export async function noteStatuses(tx: Tx, notes: readonly StatusNote[], now: Date): Promise<void> {
  if (notes.length === 0) return
  await sql`/* hot: note-statuses */
    update post set intent = x.intent, save_as_draft = x."saveAsDraft", round = x.round, status = x.status,
      status_since = x."statusSince", published_at = x."publishedAt", told_round = x."toldRound", updated_at = ${now},
      version = post.version + 1
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as x(id uuid, intent text, "saveAsDraft" boolean,
      round integer, status text, "statusSince" timestamptz, "publishedAt" timestamptz, "toldRound" integer)
    where post.id = x.id`.execute(tx)
}
