import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import { type AccountId, newId } from '#kernel/ids.ts'
import { bearer, send } from '../../tools/http.ts'
import type { RealNetwork } from './plan.ts'

/** A comment on the network that replies answer. */
export interface Comment {
  readonly id: string
  readonly handle: string
}

const author = 'bob'

/** Someone says something on a network of the sandbox. */
export async function comment(sandboxUrl: string, network: RealNetwork): Promise<Comment> {
  if (network === 'mastodon') {
    const url = `${sandboxUrl}/mastodon/api/v1/statuses`
    const { id } = await send<{ id: string }>('POST', url, bearer(`sandbox-token-${author}`), { status: 'Open today?' })
    return { id, handle: author }
  }
  const handle = `${author}.sandbox`
  const xrpc = `${sandboxUrl}/bluesky/xrpc/com.atproto`
  const signIn = { identifier: handle, password: 'sand-boxx-pass-word' }
  const { accessJwt, did } = await send<{ accessJwt: string; did: string }>(
    'POST',
    `${xrpc}.server.createSession`,
    {},
    signIn,
  )
  const record = { text: 'Open today?', createdAt: new Date().toISOString() }
  const { uri } = await send<{ uri: string }>('POST', `${xrpc}.repo.createRecord`, bearer(accessJwt), {
    repo: did,
    collection: 'app.bsky.feed.post',
    record,
  })
  return { id: uri, handle }
}

interface NewReply {
  readonly profileId: string
  readonly accountId: AccountId
  readonly network: string
  readonly comment: Comment
  readonly text: string
}

/** Stores a comment as the inbox read it, and a reply to it. */
export async function insertReply(tx: Tx, now: Date, { profileId, accountId, network, comment, text }: NewReply) {
  const conversation = newId<'conv'>(now)
  const sender = newId(now)
  const item = newId<'itm'>(now)
  const id = newId<'rpl'>(now)
  await sql`insert into conversation (id, profile_id, account_id, network, kind, root_id, state, last_in_at,
      unanswered_since, created_at, updated_at)
    values (${conversation}, ${profileId}, ${accountId}, ${network}, 'mention', ${comment.id}, 'open', ${now}, ${now},
      ${now}, ${now})`.execute(tx)
  await sql`insert into inbox_sender (id, account_id, remote_id, handle)
    values (${sender}, ${accountId}, 'someone', ${comment.handle})`.execute(tx)
  await sql`insert into inbox_item (id, conversation_id, account_id, remote_id, direction, sender_id, text, files,
      said_at, seen_at)
    values (${item}, ${conversation}, ${accountId}, ${comment.id}, 'in', ${sender}, 'Open today?', '[]', ${now}, ${now})
    `.execute(tx)
  await sql`insert into inbox_reply (id, conversation_id, item_id, text, state, closes, created_at, updated_at)
    values (${id}, ${conversation}, ${item}, ${text}, 'queued', true, ${now}, ${now})`.execute(tx)
  const point = (publicationId: string) =>
    sql`update inbox_reply set publication_id = ${publicationId} where id = ${id}`.execute(tx)
  return { id, point }
}

interface WrongReply {
  readonly network: string
  readonly says: string
  readonly is: string
}

/**
 * Returns the replies that disagree with the engine: by their state, by the item that a sent one has become, or by their
 * conversation, which is done once it is answered.
 */
export async function wrongReplies(db: Db, ids: readonly string[]): Promise<readonly WrongReply[]> {
  const { rows } = await sql<WrongReply>`
    select p.network, r.state || ', ' || c.state || ' with ' || items.count || ' items' as says,
      should.state || ', ' || should.conversation || ' with ' || should.items || ' items' as is
    from inbox_reply r join publication p on p.id = r.publication_id join conversation c on c.id = r.conversation_id,
    lateral (select count(*) from inbox_item i where i.conversation_id = c.id
      and (i.direction = 'in' or (i.id = r.sent_item_id and i.remote_id = p.remote_id))) as items,
    lateral (select case p.status when 'published' then 'sent' when 'publishing' then 'sending'
        when 'processing' then 'sending' when 'held' then 'queued' else p.status end as state,
      case p.status when 'published' then 2 else 1 end as items,
      case p.status when 'published' then 'done' else 'open' end as conversation) as should
    where r.id = any(${[...ids]}::uuid[])
      and (r.state, items.count, c.state) <> (should.state, should.items, should.conversation)`.execute(db)
  return rows
}
