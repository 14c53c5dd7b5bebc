import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Publication } from '../publication.ts'

/** A visible call to a network. It is begun before it is made, and ended when its outcome is known. */
interface CallRow {
  readonly publicationId: Publication['id']
  readonly step: string
  readonly part: number
  readonly begunAt: Date
  readonly endedAt: Date | null
  readonly outcome: string | null
  readonly httpStatus: number | null
}

export type WalkedRow = Pick<
  Publication,
  'id' | 'targetId' | 'accountId' | 'network' | 'status' | 'step' | 'trail' | 'snapshot' | 'doubt'
>

export const readWalked = (db: Db, ids: readonly string[]): Promise<WalkedRow[]> =>
  sql<WalkedRow>`select id, target_id, account_id, network, status, step, trail, snapshot, doubt
    from publication where id = any(${[...ids]}::uuid[])`
    .execute(db)
    .then(({ rows }) => rows)

export const readCalls = (db: Db, ids: readonly string[]): Promise<CallRow[]> =>
  sql<CallRow>`select publication_id, step, part, begun_at, ended_at, outcome, http_status
    from publication_call where publication_id = any(${[...ids]}::uuid[]) order by publication_id, id`
    .execute(db)
    .then(({ rows }) => rows)
