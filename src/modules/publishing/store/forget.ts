import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'

export async function deletePublications(tx: Tx, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return
  await sql`delete from publication where target_id = any(${[...targetIds]}::uuid[])`.execute(tx)
}

export async function deletePublicationsOf(tx: Tx, uid: UserId): Promise<void> {
  await sql`delete from publication where owner_uid = ${uid}`.execute(tx)
}
