import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'

export interface Deletion {
  readonly code: string
  readonly state: 'received' | 'done'
  readonly accounts: number
  readonly requestedAt: Date
  readonly finishedAt: Date | null
}

interface NewDeletion {
  readonly code: string
  /** The group of networks that sent the request: its name covers all of its networks. */
  readonly network: string
  /** Hash of the person's IDs, which are stored nowhere else in this table. */
  readonly principalHash: Buffer
  readonly requestedAt: Date
}

/** Inserts a request, or finds the open one of the same person. Returns its code. */
export async function ensureDeletion(tx: Tx, requested: NewDeletion): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into data_deletion (code, network, principal_hash, state, requested_at)
    values (${requested.code}, ${requested.network}, ${requested.principalHash}, 'received', ${requested.requestedAt})
    on conflict (network, principal_hash) where state = 'received' do update set state = 'received'
    returning code`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an upsert returns its row')
  return row.code
}

export const findDeletion = (db: Db, code: string): Promise<Deletion | undefined> =>
  db
    .selectFrom('dataDeletion')
    .select(['dataDeletion.code', 'dataDeletion.state', 'dataDeletion.accounts'])
    .select(['dataDeletion.requestedAt', 'dataDeletion.finishedAt'])
    .where('dataDeletion.code', '=', code)
    .executeTakeFirst()

export async function countErased(tx: Tx, code: string): Promise<void> {
  await sql`update data_deletion set accounts = accounts + 1 where code = ${code}`.execute(tx)
}

export async function finishDeletion(db: Db, code: string): Promise<void> {
  await sql`update data_deletion set state = 'done', finished_at = ph.now()
    where code = ${code} and state = 'received'`.execute(db)
}
