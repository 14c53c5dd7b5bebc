import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { AccountId, UserId } from '#kernel/ids.ts'
import { words } from '../words.ts'

/**
 * Deletes everything that a network reported about an account's publications, and the network's names for the account.
 */
export async function blankPublications(tx: Tx, accountId: AccountId, lane: string): Promise<void> {
  const noOne = JSON.stringify({ remoteId: '', rootId: '', handle: '' })
  const nobody = JSON.stringify({ remoteId: '', handle: '', facts: {} })
  await sql`update publication_part set remote_id = null, url = null, remote_account_id = ${lane}
    where publication_id in (select id from publication where account_id = ${accountId})`.execute(tx)
  await sql`update publication_call set detail = null
    where publication_id in (select id from publication where account_id = ${accountId})`.execute(tx)
  await sql`update publication set remote_account_id = ${lane}, remote_id = null, url = null, handle = null, raw_error = null,
      snapshot = jsonb_set(case when snapshot ? 'answers' then jsonb_set(snapshot, '{answers}', ${noOne}::jsonb) else snapshot end,
        '{account}', ${nobody}::jsonb), memo = '{}', memo_before = '{}', trail = '[]', doubt = null,
      error = case when error is not null then ${words.erased} end, warnings = jsonb_build_array(${words.erased}::text),
      retryable = false, revision = revision + 1
    where account_id = ${accountId}`.execute(tx)
}

/** Replaces the handle of the person that finished replies answered. */
export async function blankAnswered(tx: Tx, ids: readonly string[], handle: string): Promise<void> {
  if (ids.length === 0) return
  await sql`update publication set snapshot = jsonb_set(snapshot, '{answers,handle}', ${JSON.stringify(handle)}::jsonb)
    where id = any(${[...ids]}::uuid[]) and snapshot ? 'answers'
      and status in ('published', 'failed', 'cancelled')`.execute(tx)
}

export async function deletePublications(tx: Tx, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return
  await sql`delete from publication where target_id = any(${[...targetIds]}::uuid[])`.execute(tx)
}

export async function deletePublicationsOf(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from publication where owner_uid = ${uid}`.execute(tx)
}
