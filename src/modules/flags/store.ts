import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { FlagSettings } from './evaluate.ts'

export interface StoredFlag {
  readonly key: string
  readonly settings: FlagSettings
  readonly updatedAt: Date
  readonly updatedBy: UserId | null
}

export async function storedFlags(db: Db): Promise<readonly StoredFlag[]> {
  const rows = await db.selectFrom('featureFlag').selectAll().execute()
  return rows.map(({ flagKey, enabled, settings, updatedAt, updatedBy }) => ({
    key: flagKey,
    // Written by `putFlag` alone, which takes nothing else.
    settings: { ...(settings as unknown as Omit<FlagSettings, 'enabled'>), enabled },
    updatedAt,
    updatedBy,
  }))
}

/** Who writes flags goes one after the other; who reads does not wait. A row to lock need not be there yet. */
export async function lockFlags(tx: Tx): Promise<void> {
  await sql`lock table feature_flag in share row exclusive mode`.execute(tx)
}

export async function putFlag(tx: Tx, flag: StoredFlag): Promise<void> {
  const { enabled, variants, rules } = flag.settings
  const row = {
    enabled,
    settings: JSON.stringify({ variants, rules }),
    updatedAt: flag.updatedAt,
    updatedBy: flag.updatedBy,
  }
  await tx
    .insertInto('featureFlag')
    .values({ flagKey: flag.key, ...row })
    .onConflict((conflict) => conflict.column('flagKey').doUpdateSet(row))
    .execute()
}
