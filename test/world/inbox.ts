import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { fromWire, type InboxItemId, type InboxSenderId, newId, toWire } from '#kernel/ids.ts'

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

/** Returns the ID of the person who said something in a conversation. */
export async function senderIn(db: Db, conversationId: string): Promise<string> {
  const { rows } = await sql<{ id: InboxSenderId }>`select sender_id as id from inbox_item
    where conversation_id = ${fromWire('conv', conversationId)} limit 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the conversation is empty')
  return toWire('snd', found.id)
}

/** Adds a second item to a conversation. */
export async function sayMore(db: Db, conversationId: string): Promise<void> {
  const id = newId<'itm'>(new Date(0))
  await sql`insert into inbox_item (id, conversation_id, account_id, remote_id, direction, sender_id, text, files, said_at,
      seen_at)
    select ${id}, conversation_id, account_id, ${id}, 'in', sender_id, 'And when?', '[]', said_at + interval '1 minute', seen_at
    from inbox_item where conversation_id = ${fromWire('conv', conversationId)} limit 1`.execute(db)
}

/** Stores a reply that failed in a conversation, as if the engine had tried to send it. Returns its ID. */
export async function storeReply(db: Db, conversationId: string): Promise<string> {
  const id = newId<'rpl'>(new Date(0))
  await sql`insert into inbox_reply (id, conversation_id, item_id, text, state, closes, created_at, updated_at)
    select ${id}, conversation_id, id, 'Ten euros', 'failed', false, said_at, said_at
    from inbox_item where conversation_id = ${fromWire('conv', conversationId)} limit 1`.execute(db)
  return toWire('rpl', id)
}

/** Returns the ID of the first item of a conversation. */
export async function firstItem(db: Db, conversationId: string): Promise<string> {
  const { rows } = await sql<{ id: InboxItemId }>`select id from inbox_item
    where conversation_id = ${fromWire('conv', conversationId)} order by said_at limit 1`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a conversation has an item')
  return toWire('itm', first.id)
}
