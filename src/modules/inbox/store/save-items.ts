import { sql } from 'kysely'
import type { Said } from '#connectors/contract/inbox.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import { type ConversationId, type InboxItemId, newId, type PostId } from '#kernel/ids.ts'
import type { Placed, Root } from '../placing.ts'
import type { ReadAccount } from './lanes.ts'

/** Finds stored items by the network's IDs, with the roots of their conversations. */
export async function findRoots(
  db: Db,
  accountId: string,
  remoteIds: readonly string[],
): Promise<readonly { readonly remoteId: string; readonly root: Root }[]> {
  const { rows } = await sql<{ remoteId: string; rootId: string; kind: Root['kind'] }>`
    select i.remote_id, c.root_id, c.kind from inbox_item i join conversation c on c.id = i.conversation_id
    where i.account_id = ${accountId} and i.remote_id = any(${[...remoteIds]}::text[])`.execute(db)
  return rows.map(({ remoteId, rootId, kind }) => ({ remoteId, root: { remoteId: rootId, kind, aboutId: null } }))
}

/** Finds the posts that were published from here, by the network's IDs of their parts. */
export async function findOwnPosts(
  db: Db,
  remoteAccountId: string,
  remoteIds: readonly string[],
): Promise<ReadonlyMap<string, PostId>> {
  const { rows } = await sql<{ remoteId: string; postId: PostId }>`
    select part.remote_id, t.post_id from publication_part part
    join publication p on p.id = part.publication_id join post_target t on t.id = p.target_id
    where part.remote_account_id = ${remoteAccountId} and part.remote_id = any(${[...remoteIds]}::text[])`.execute(db)
  return new Map(rows.map(({ remoteId, postId }) => [remoteId, postId]))
}

interface ToSave {
  readonly account: ReadAccount
  readonly placed: readonly Placed[]
  readonly posts: ReadonlyMap<string, PostId>
  readonly now: Date
  /** Conversations whose items are all older are stored as done. */
  readonly backlogBefore: Date
}

interface Saved {
  readonly stored: number
  readonly opened: readonly ConversationId[]
  /** The items that were not stored before. */
  readonly fresh: readonly InboxItemId[]
  /** Conversations with new items that were open before. */
  readonly wereOpen: ReadonlySet<ConversationId>
  /** Conversations in which words were edited, or came back that counted as deleted. */
  readonly changed: readonly ConversationId[]
}

/**
 * Stores items, in which an item may come twice. New words of others open their conversation again. Returns the number
 * of items that were not stored before, or were suspected of being spam, and the conversations that they opened.
 */
export async function saveItems(tx: Tx, { account, placed, posts, now, backlogBefore }: ToSave): Promise<Saved> {
  const unique = new Map(placed.map((one) => [one.said.remoteId, one]))
  if (unique.size === 0) return { stored: 0, opened: [], fresh: [], wereOpen: new Set(), changed: [] }
  const saids = [...unique.values()]
  const senders = await saveSenders(tx, account, authorsOf(saids), now)
  const conversations = await saveConversations(tx, { account, placed: saids, posts, now, backlogBefore })
  const rows = saids.map(({ said, root }) => ({
    id: newId<'itm'>(now),
    conversation_id: conversations.get(root.remoteId),
    sender_id: senders.get(said.author.remoteId),
    remote_id: said.remoteId,
    parent_id: said.parentId,
    direction: said.author.remoteId === account.remoteId ? 'out' : 'in',
    text: said.text,
    files: said.files,
    url: said.url,
    language: said.language,
    said_at: said.saidAt,
    edited_at: said.editedAt,
    held: said.held ?? null,
  }))
  const { rows: saved } = await sql<SavedItem>`
    with known as (select remote_id, held, direction, text, erased_at, deleted_at from inbox_item
      where account_id = ${account.id} and remote_id = any(${saids.map(({ said }) => said.remoteId)}::text[]))
    insert into inbox_item as i (id, conversation_id, account_id, remote_id, parent_id, direction, sender_id, text, files,
      url, language, said_at, seen_at, edited_at, held)
    select id, conversation_id, ${account.id}, remote_id, parent_id, direction, sender_id, text, files, url, language,
      said_at, ${now}, edited_at, held
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, conversation_id uuid, remote_id text,
      parent_id text, direction text, sender_id uuid, text text, files jsonb, url text, language text,
      said_at timestamptz, edited_at timestamptz, held text)
    on conflict (account_id, remote_id) do update set
      text = case when i.erased_at is null then excluded.text else i.text end,
      files = case when i.erased_at is null then excluded.files else i.files end,
      url = case when i.deleted_at is null then i.url else excluded.url end,
      language = case when i.deleted_at is null then i.language else excluded.language end,
      read_at = excluded.seen_at, held = excluded.held, missing_at = null, deleted_at = null,
      edited_at = coalesce(excluded.edited_at, case
        when i.direction = 'in' and i.deleted_at is null and i.erased_at is null and i.text <> excluded.text
        then excluded.seen_at end, i.edited_at)
    returning i.id, i.conversation_id, xmax = 0 or (i.held is distinct from 'spam'
        and exists (select from known k where k.remote_id = i.remote_id and k.held = 'spam')) as is_new,
      exists (select from known k where k.remote_id = i.remote_id and k.deleted_at is not null) as is_back,
      exists (select from known k where k.remote_id = i.remote_id and k.erased_at is null and k.text <> i.text) as is_changed`.execute(
    tx,
  )
  const fresh = saved.filter(({ isNew, isBack }) => isNew || isBack)
  await nameAgain(
    tx,
    account,
    authorsOf(saids),
    fresh.map(({ id }) => id),
  )
  const changed = saved.flatMap(({ conversationId, isChanged, isNew }) => (isChanged && !isNew ? conversationId : []))
  await raiseVersions(tx, changed)
  const settled = await settleConversations(
    tx,
    fresh.map(({ id }) => id),
    { now, backlogBefore },
  )
  return {
    stored: fresh.length,
    opened: settled.flatMap(({ id, opens }) => (opens ? [id] : [])),
    fresh: fresh.flatMap(({ id, isNew }) => (isNew ? id : [])),
    changed,
    wereOpen: new Set(settled.flatMap(({ id, wasOpen }) => (wasOpen ? [id] : []))),
  }
}

interface SavedItem {
  readonly id: InboxItemId
  readonly conversationId: ConversationId
  readonly isNew: boolean
  /** True if it counted as deleted. */
  readonly isBack: boolean
  readonly isChanged: boolean
}

const raiseVersions = (tx: Tx, ids: readonly ConversationId[]) =>
  sql`update conversation set version = version + 1 where id = any(${[...ids]}::uuid[])`.execute(tx)

async function saveSenders(tx: Tx, { id }: ReadAccount, authors: readonly Said['author'][], now: Date) {
  const unique = new Map(authors.map((one) => [one.remoteId, one]))
  const rows = [...unique.values()].map((one) => ({ id: newId<'snd'>(now), ...one }))
  const { rows: saved } = await sql<{ id: string; remoteId: string }>`
    insert into inbox_sender as s (id, account_id, remote_id, handle, name)
    select id, ${id}, "remoteId", handle, name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, "remoteId" text, handle text, name text)
    order by "remoteId"
    on conflict (account_id, remote_id) do update set
      handle = case when s.erased_at is null then excluded.handle else s.handle end,
      name = case when s.erased_at is null then excluded.name else s.name end
    returning s.id, s.remote_id`.execute(tx)
  return new Map(saved.map((one) => [one.remoteId, one.id]))
}

const authorsOf = (placed: readonly Placed[]) => placed.map(({ said }) => said.author)

/** Stores the names of people who were erased and have said something new. */
const nameAgain = (tx: Tx, { id }: ReadAccount, authors: readonly Said['author'][], itemIds: readonly InboxItemId[]) =>
  sql`
  update inbox_sender s set handle = x.handle, name = x.name, erased_at = null
  from jsonb_to_recordset(${JSON.stringify(authors)}::jsonb) as x("remoteId" text, handle text, name text)
  where s.account_id = ${id} and s.remote_id = x."remoteId" and s.erased_at is not null
    and exists (select from inbox_item i where i.sender_id = s.id and i.id = any(${[...itemIds]}::uuid[]))`.execute(tx)

async function saveConversations(tx: Tx, { account, placed, posts, now }: ToSave) {
  const unique = new Map(placed.map(({ root }) => [root.remoteId, root]))
  const rows = [...unique.values()].map(({ remoteId, kind, aboutId }) => ({
    id: newId(now),
    root_id: remoteId,
    kind,
    post_id: aboutId === null ? null : (posts.get(aboutId) ?? null),
  }))
  // A new conversation is done until its items are settled below.
  const { rows: saved } = await sql<{ id: ConversationId; rootId: string }>`
    insert into conversation as c (id, profile_id, account_id, network, kind, root_id, post_id, state, created_at, updated_at)
    select id, ${account.profileId}, ${account.id}, ${account.network}, kind, root_id, post_id, 'done', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, root_id text, kind text, post_id uuid)
    order by root_id
    on conflict (account_id, root_id) do update set post_id = coalesce(c.post_id, excluded.post_id)
    returning c.id, c.root_id`.execute(tx)
  return new Map(saved.map((one) => [one.rootId, one.id]))
}

interface Settled {
  readonly id: ConversationId
  readonly opens: boolean
  readonly wasOpen: boolean
}

/** Brings conversations up to date with their new items. */
export async function settleConversations(
  tx: Tx,
  itemIds: readonly InboxItemId[],
  { now, backlogBefore }: { readonly now: Date; readonly backlogBefore: Date },
): Promise<readonly Settled[]> {
  const { rows } = await sql<Settled>`
  with news as (
    select conversation_id, bool_or(direction = 'in' and said_at >= ${backlogBefore} and held is distinct from 'spam') as opens
    from inbox_item where id = any(${[...itemIds]}::uuid[]) group by conversation_id),
  said as (
    select n.conversation_id, n.opens, max(i.said_at) filter (where i.direction = 'in') as last_in,
      max(i.said_at) filter (where i.direction = 'out' and i.deleted_at is null) as last_out
    from news n join inbox_item i on i.conversation_id = n.conversation_id group by n.conversation_id, n.opens)
  update conversation c set last_in_at = s.last_in, last_out_at = s.last_out, version = c.version + 1, updated_at = ${now},
    erased_at = null,
    unanswered_since = (
      select min(i.said_at) from inbox_item i where i.conversation_id = c.id and i.direction = 'in' and i.held is distinct from 'spam'
        and i.deleted_at is null and i.removed_at is null and (s.last_out is null or i.said_at > s.last_out)),
    state = case when s.opens then 'open' else c.state end,
    snoozed_until = case when s.opens then null else c.snoozed_until end
  from said s join conversation old on old.id = s.conversation_id
  where c.id = s.conversation_id returning c.id, s.opens, old.state = 'open' as was_open`.execute(tx)
  return rows
}
