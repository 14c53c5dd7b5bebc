import { type RawBuilder, sql } from 'kysely'
import type { ActKind } from '#connectors/contract/inbox-acts.ts'
import { type Claim, type ClaimOptions, createClaim } from '#infra/claim/index.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AccountId, ConversationId, InboxItemId, ProfileId, UserId } from '#kernel/ids.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { ActFacts } from '../acts/possible-acts.ts'

/**
 * Returns the claim whose lanes are the accounts with acts to carry out. The lanes are those of reading, so an account
 * is read or acted for, never both at a time.
 */
export const createActClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'inbox_account', key: 'account_id', notBefore: ['acts_from'] },
    due: { table: 'inbox_act', lane: 'account_id', dueAt: 'due_at' },
    holder,
    onlyIf,
  })

/** Why an act was not done: a code, and words for people. */
export interface ActProblem {
  readonly code: string
  readonly message: string
}

/** An act as it is wanted, and as it is. */
export interface ActRow {
  readonly act: ActKind
  readonly wanted: boolean
  readonly done: boolean
  readonly isDue: boolean
  readonly problem: ActProblem | null
}

/** An item with what decides about acts on it, and with the acts themselves. */
export interface ActedItem extends ActFacts {
  readonly id: InboxItemId
  readonly network: Network
  readonly profileId: ProfileId
  readonly accountId: AccountId
  readonly conversationId: ConversationId
  readonly held: 'review' | 'spam' | null
  readonly removedAt: Date | null
  readonly acts: readonly ActRow[]
}

/**
 * SQL over an item `i`, its account `a` and its conversation `c`: a post that was published from here. A first comment
 * is not stored as a part: it is known by its text below its post, in case the network no longer names its author.
 */
const isOwnPost = sql<boolean>`(
  exists (select from publication_part part join publication p on p.id = part.publication_id
    where part.remote_account_id = a.remote_account_id and part.remote_id = i.remote_id and p.format <> 'reply')
  or exists (select from publication_part part join publication p on p.id = part.publication_id
    where part.remote_account_id = a.remote_account_id and part.remote_id = i.parent_id and p.format <> 'reply'
      and btrim(p.snapshot ->> 'firstComment') = btrim(i.text)))`

const factColumns = sql`i.direction, c.kind, i.remote_id = c.root_id as is_top,
  exists (select from inbox_reply r where r.sent_item_id = i.id) as is_own_reply, ${isOwnPost} as is_own_post,
  i.erased_at is not null or i.deleted_at is not null or i.removed_at is not null as is_gone, g.scopes`

const actedItems = (where: RawBuilder<unknown>) => sql<ActedItem>`
  select i.id, c.network, c.profile_id, c.account_id, c.id as conversation_id, i.held, i.removed_at, ${factColumns},
    coalesce((select jsonb_agg(jsonb_build_object('act', w.act, 'wanted', w.wanted, 'done', w.done,
      'isDue', w.due_at is not null, 'problem', w.problem) order by w.act)
      from inbox_act w where w.item_id = i.id), '[]') as acts
  from inbox_item i join conversation c on c.id = i.conversation_id join account a on a.id = i.account_id
    left join network_grant g on g.id = a.grant_id
  where ${where}`

export async function readActedItems(db: Db, ids: readonly InboxItemId[]): Promise<ReadonlyMap<string, ActedItem>> {
  const { rows } = await actedItems(sql`i.id = any(${[...ids]}::uuid[])`).execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, scopes: row.scopes ?? [] }]))
}

interface Wish {
  readonly itemId: InboxItemId
  readonly accountId: AccountId
  readonly act: ActKind
  readonly wanted: boolean
  /** The state before the first act. */
  readonly initial: boolean
  readonly byUid: UserId
  readonly at: Date
}

/** Records what is wanted. If that is how it is, and no call may have changed it, nothing is due. */
export const wish = (tx: Tx, { itemId, accountId, act, wanted, initial, byUid, at }: Wish) =>
  sql`
  insert into inbox_act as w (item_id, act, account_id, wanted, done, by_uid, due_at)
  select ${itemId}, ${act}, l.account_id, ${wanted}, ${initial}, ${byUid},
    case when ${wanted}::boolean is distinct from ${initial}::boolean then greatest(${at}::timestamptz, l.acts_from) end
  from inbox_account l where l.account_id = ${accountId}
  on conflict (item_id, act) do update set wanted = excluded.wanted, version = w.version + 1, tries = 0, problem = null,
    by_uid = excluded.by_uid, due_at = case when w.done = excluded.wanted and not w.in_doubt then null
      else (select greatest(${at}::timestamptz, l.acts_from) from inbox_account l where l.account_id = w.account_id) end`.execute(
    tx,
  )

/** Drops what is wanted of an item that is removed. */
export const endActsOf = (tx: Tx, itemId: InboxItemId) =>
  sql`update inbox_act set due_at = null, wanted = done where item_id = ${itemId} and act <> 'remove'`.execute(tx)

/** An account whose acts are carried out, whether it is read or not. */
export interface ActAccount {
  readonly id: AccountId
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly network: Network
  readonly mode: Mode
  readonly remoteId: string
  readonly handle: string
  readonly isActive: boolean
  readonly scopes: readonly string[]
}

export async function readAccountToAct(db: Db, id: string): Promise<ActAccount | undefined> {
  const { rows } = await sql<ActAccount>`
    select a.id, a.owner_uid, a.profile_id, a.network, a.mode, a.handle, r.remote_id, a.status = 'active' as is_active, g.scopes
    from account a join remote_account r on r.id = a.remote_account_id join network_grant g on g.id = a.grant_id
    where a.id = ${id}`.execute(db)
  return rows[0]
}

/** An act to carry out. */
export interface DueAct extends ActFacts {
  readonly itemId: InboxItemId
  readonly conversationId: ConversationId
  readonly act: ActKind
  readonly wanted: boolean
  readonly tries: number
  readonly version: number
  readonly byUid: UserId | null
  readonly remoteId: string
  readonly parentId: string | null
  readonly rootId: string
  readonly saidAt: Date
}

/** Finds the act of an account that has been due for the longest time. */
export async function findDueAct(db: Db, accountId: AccountId, now: Date): Promise<DueAct | undefined> {
  const { rows } = await sql<DueAct>`
    select w.item_id, i.conversation_id, w.act, w.wanted, w.tries, w.version, w.by_uid, i.remote_id, i.parent_id,
      c.root_id, i.said_at, ${factColumns}
    from inbox_act w join inbox_item i on i.id = w.item_id join conversation c on c.id = i.conversation_id
      join account a on a.id = w.account_id join network_grant g on g.id = a.grant_id
    where w.account_id = ${accountId} and w.due_at <= ${now} order by w.due_at, w.item_id, w.act limit 1`.execute(db)
  return rows[0]
}

type Key = Pick<DueAct, 'itemId' | 'act'>

/** Records that a call begins. Until its outcome is recorded, the state at the network is not known. */
export const beginAct = (tx: Tx, { itemId, act }: Key) =>
  sql`update inbox_act set in_doubt = true, tries = tries + 1 where item_id = ${itemId} and act = ${act}`.execute(tx)

/** Records that an act was carried out. If something else has been wanted since, that is due. */
export const actDone = (tx: Tx, { itemId, act, wanted, version }: Key & Pick<DueAct, 'wanted' | 'version'>) =>
  sql`
  update inbox_act set done = ${wanted}, in_doubt = false, tries = 0, problem = null,
    due_at = case when version = ${version} or wanted = ${wanted} then null else due_at end
  where item_id = ${itemId} and act = ${act}`.execute(tx)

/** Records why an act cannot be carried out. Something else that has been wanted since is due anyway. */
export const actFailed = (
  tx: Tx,
  { itemId, act, version }: Key & Pick<DueAct, 'version'>,
  { problem, isKnown }: { readonly problem: ActProblem; readonly isKnown: boolean },
) =>
  sql`
  update inbox_act set in_doubt = in_doubt and not ${isKnown}::boolean,
    problem = case when version = ${version} then ${JSON.stringify(problem)}::jsonb else problem end,
    due_at = case when version = ${version} then null else due_at end
  where item_id = ${itemId} and act = ${act}`.execute(tx)

/** Postpones an act after a failure that may pass. */
export const actLater = (
  tx: Tx,
  { itemId, act, version }: Key & Pick<DueAct, 'version'>,
  { until, problem }: { readonly until: Date; readonly problem: ActProblem },
) =>
  sql`
  update inbox_act set due_at = ${until}, problem = ${JSON.stringify(problem)}::jsonb
  where item_id = ${itemId} and act = ${act} and version = ${version}`.execute(tx)

/** Suspends the acts of an account until a time: for the gap between two of them, or for a rate limit. */
export async function suspendActs(tx: Tx, accountId: string, until: Date): Promise<void> {
  await sql`update inbox_account set acts_from = greatest(acts_from, ${until}) where account_id = ${accountId}`.execute(
    tx,
  )
  await sql`update inbox_act set due_at = ${until} where account_id = ${accountId} and due_at < ${until}`.execute(tx)
}

/** Records changes of an item that an act has made, and that its conversation has changed. */
export async function noteOnItem(
  tx: Tx,
  { itemId, act, wanted }: Key & Pick<DueAct, 'wanted'>,
  now: Date,
): Promise<void> {
  if (act === 'hide' && !wanted) await sql`update inbox_item set held = null where id = ${itemId}`.execute(tx)
  if (act === 'remove')
    await sql`update inbox_item set removed_at = ${now}, erased_at = ${now} where id = ${itemId}`.execute(tx)
  await sql`
    update conversation c set version = version + 1, unanswered_since = (
      select min(i.said_at) from inbox_item i where i.conversation_id = c.id and i.direction = 'in' and i.removed_at is null
        and i.deleted_at is null and i.held is distinct from 'spam' and (c.last_out_at is null or i.said_at > c.last_out_at))
    where c.id = (select conversation_id from inbox_item where id = ${itemId})`.execute(tx)
}

/** Records that something in a conversation has changed. */
export const touchConversation = (tx: Tx, id: ConversationId) =>
  sql`update conversation set version = version + 1 where id = ${id}`.execute(tx)
