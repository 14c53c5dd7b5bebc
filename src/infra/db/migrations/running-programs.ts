import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** A Posthorn process with a heartbeat within the last 30 seconds. */
export interface RunningProgram {
  readonly host: string
  readonly roles: readonly string[]
  readonly version: string
}

export async function listRunningPrograms(db: Db): Promise<readonly RunningProgram[]> {
  const { rows: tables } = await sql<{ there: boolean }>`select to_regclass('node') is not null as there`.execute(db)
  if (!tables[0]?.there) return []
  const { rows } = await sql<RunningProgram>`
    select host, roles, version from node where stopped_at is null and seen_at > ph.now() - interval '30 seconds'
    order by version, host`.execute(db)
  return rows
}
