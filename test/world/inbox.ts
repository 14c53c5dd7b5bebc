import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { fromWire, newId, toWire } from '#kernel/ids.ts'

interface Where {
  readonly profileId: string
  readonly accountId: string
  readonly at: Date
}

/** Stores a conversation with one comment, as if it had been read from Bluesky. Returns its ID. */
export async function storeConversation(db: Db, { profileId, accountId, at }: Where): Promise<string> {
  const [id, senderId, itemId] = [newId<'conv'>(at), newId(at), newId<'itm'>(at)]
  const account = fromWire('acc', accountId)
  const remoteId = `at://did:plc:stranger/app.bsky.feed.post/${itemId}`
  await sql`insert into inbox_sender (id, account_id, remote_id, handle, name)
    values (${senderId}, ${account}, ${senderId}, 'stranger.example', 'Stranger')`.execute(db)
  await sql`insert into conversation (id, profile_id, account_id, network, kind, root_id, state, last_in_at,
      unanswered_since, created_at, updated_at)
    values (${id}, ${fromWire('prof', profileId)}, ${account}, 'bluesky', 'comment', ${remoteId}, 'open', ${at}, ${at},
      ${at}, ${at})`.execute(db)
  await sql`insert into inbox_item (id, conversation_id, account_id, remote_id, direction, sender_id, text, files, said_at,
      seen_at)
    values (${itemId}, ${id}, ${account}, ${remoteId}, 'in', ${senderId}, 'Which price?', '[]', ${at}, ${at})`.execute(
    db,
  )
  return toWire('conv', id)
}

/** Adds a second item to a conversation. */
export async function sayMore(db: Db, conversationId: string): Promise<void> {
  const id = newId<'itm'>(new Date(0))
  await sql`insert into inbox_item (id, conversation_id, account_id, remote_id, direction, sender_id, text, files, said_at,
      seen_at)
    select ${id}, conversation_id, account_id, ${id}, 'in', sender_id, 'And when?', '[]', said_at + interval '1 minute', seen_at
    from inbox_item where conversation_id = ${fromWire('conv', conversationId)} limit 1`.execute(db)
}
