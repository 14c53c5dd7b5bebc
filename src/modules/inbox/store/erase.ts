import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, InboxItemId, InboxSenderId, ProfileId } from '#kernel/ids.ts'
import { blankAnswered } from '#modules/publishing/index.ts'
import type { Network } from '#rules/network-names.ts'

/**
 * Blanks what people said, and the names of those of whom nothing else is stored. The rows stay, with the network's IDs,
 * so that a later reading does not store the same words again.
 */
export async function eraseItems(tx: Tx, ids: readonly InboxItemId[], now: Date): Promise<void> {
  await blankAnswersTo(tx, ids)
  const { rows: erased } = await sql<{ senderId: string }>`
    with erased as (
      update inbox_item set text = '', files = '[]', url = null, language = null, erased_at = ${now}
      where id = any(${[...ids]}::uuid[]) and erased_at is null returning sender_id, conversation_id),
    touched as (
      update conversation set version = version + 1 where id in (select conversation_id from erased))
    select sender_id from erased`.execute(tx)
  await blankSenders(
    tx,
    erased.map(({ senderId }) => senderId),
    now,
  )
}

/** Blanks the handles of people in finished replies to items. */
export async function blankAnswersTo(tx: Tx, ids: readonly InboxItemId[]): Promise<void> {
  const { rows } = await sql<{ publicationId: string }>`select publication_id from inbox_reply
    where item_id = any(${[...ids]}::uuid[]) and publication_id is not null`.execute(tx)
  await blankAnswered(
    tx,
    rows.map(({ publicationId }) => publicationId),
    erasedName,
  )
}

/** Replacement for the handle of a person who was erased. */
const erasedName = '(deleted)'

/** Blanks the names of those people of whom nothing else is stored. */
export const blankSenders = (tx: Tx, ids: readonly string[], now: Date) =>
  sql`
  update inbox_sender s set handle = ${erasedName}, name = null, erased_at = ${now}
  where s.id = any(${[...ids]}::uuid[]) and s.erased_at is null and not exists (
    select from inbox_item i where i.sender_id = s.id and i.erased_at is null and i.deleted_at is null)`.execute(tx)

/** Finds items of a network that were last read before a time. */
export async function findItemsReadBefore(
  tx: Tx,
  network: Network,
  before: Date,
  limit: number,
): Promise<{ readonly ids: InboxItemId[]; readonly isAll: boolean }> {
  const { rows } = await sql<{ id: InboxItemId }>`
    select i.id from inbox_item i join conversation c on c.id = i.conversation_id
    where c.network = ${network} and i.erased_at is null and coalesce(i.read_at, i.seen_at) <= ${before}
    order by coalesce(i.read_at, i.seen_at) limit ${limit}`.execute(tx)
  return { ids: rows.map(({ id }) => id), isAll: rows.length < limit }
}

/**
 * Marks conversations that have not changed since a time as erased, and returns what was said in them. A conversation
 * with very many items is marked once the last of them are returned.
 */
export async function findItemsOfOver(
  tx: Tx,
  {
    network,
    isDone,
    before,
    now,
    limit,
  }: { network: Network; isDone: boolean; before: Date; now: Date; limit: number },
): Promise<{ readonly ids: InboxItemId[]; readonly isAll: boolean }> {
  const { rows } = await sql<{ ids: InboxItemId[]; conversations: number }>`
    with over as (
      select id from conversation where network = ${network} and erased_at is null and updated_at <= ${before}
        and state = any(${isDone ? ['done'] : ['open', 'snoozed']}::text[])
      order by updated_at limit ${limit} for no key update skip locked),
    items as (
      select i.id, i.conversation_id from over join inbox_item i on i.conversation_id = over.id
      where i.erased_at is null limit ${limit}),
    marked as (
      update conversation c set erased_at = ${now} from over
      where c.id = over.id and not exists (
        select from inbox_item i where i.conversation_id = c.id and i.erased_at is null
          and i.id not in (select id from items)))
    select coalesce((select array_agg(id) from items), '{}') as ids, (select count(*)::int from over) as conversations`.execute(
    tx,
  )
  return { ids: rows[0]?.ids ?? [], isAll: rows[0]?.conversations === 0 }
}

interface FoundSender {
  readonly id: InboxSenderId
  readonly profileId: ProfileId
  readonly network: Network
  readonly remoteId: string
  readonly isUs: boolean
}

export async function findSender(db: Db, id: InboxSenderId): Promise<FoundSender | undefined> {
  const { rows } = await sql<FoundSender>`
    select s.id, a.profile_id, a.network, s.remote_id, s.remote_id = r.remote_id as is_us from inbox_sender s
    join account a on a.id = s.account_id join remote_account r on r.id = a.remote_account_id
    where s.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds what a person said to any account of the profile on their network. */
export async function findItemsBy(
  tx: Tx,
  { profileId, network, remoteId }: FoundSender,
  limit: number,
): Promise<InboxItemId[]> {
  const { rows } = await sql<{ id: InboxItemId }>`
    select i.id from inbox_sender s join account a on a.id = s.account_id join inbox_item i on i.sender_id = s.id
    where a.profile_id = ${profileId} and a.network = ${network} and s.remote_id = ${remoteId} and i.erased_at is null
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases everything that was read for an account, with the network's IDs. Reading it ends. */
export async function eraseInboxOfAccount(tx: Tx, accountId: AccountId): Promise<void> {
  await sql`update inbox_item set text = '', files = '[]', url = null, language = null, parent_id = null,
    remote_id = id::text, erased_at = ph.now() where account_id = ${accountId}`.execute(tx)
  await sql`update inbox_sender set handle = ${erasedName}, name = null, remote_id = id::text, erased_at = ph.now()
    where account_id = ${accountId}`.execute(tx)
  await sql`update conversation set root_id = id::text, erased_at = ph.now(), version = version + 1
    where account_id = ${accountId}`.execute(tx)
  await sql`update inbox_account set is_on = false, place = null, next_look_at = null, problem = null
    where account_id = ${accountId}`.execute(tx)
}

/** Deletes counts of calls of past days. */
export const deleteUnitsBefore = (db: Db, before: Date) =>
  sql`delete from inbox_units where day < ${before.toISOString().slice(0, 10)}::date`.execute(db)
