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

export async function selectFlags(db: Db): Promise<readonly StoredFlag[]> {
  const rows = await db.selectFrom('featureFlag').selectAll().execute()
  return rows.map(({ flagKey, enabled, settings, updatedAt, updatedBy }) => ({
    key: flagKey,
    // Only `upsertFlag` writes this column, and it accepts only this type.
    settings: { ...(settings as unknown as Omit<FlagSettings, 'enabled'>), enabled },
    updatedAt,
    updatedBy,
  }))
}

/**
 * Serializes writers of flags; readers do not wait. The lock is on the table, because a row to lock may not exist yet.
 * Lock order: the user's row, then this table. A deletion of an account holds the user's row and then comes here.
 */
export async function lockFlags(tx: Tx, uid: UserId): Promise<void> {
  await tx.selectFrom('appUser').select('appUser.id').where('appUser.id', '=', uid).forKeyShare().execute()
  await sql`lock table feature_flag in share row exclusive mode`.execute(tx)
}

export async function upsertFlag(tx: Tx, flag: StoredFlag): Promise<void> {
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

/** Removes a deleted user from the rules. A rule that named only this user then matches no one. */
export async function eraseFromFlags(tx: Tx, uid: UserId): Promise<void> {
  const { rows } = await sql<{ flagKey: string }>`
    select flag_key from feature_flag where position(${uid} in settings::text) > 0`.execute(tx)
  if (rows.length === 0) return
  await lockFlags(tx, uid)
  for (const flag of await selectFlags(tx)) {
    const rules = flag.settings.rules.map((rule) =>
      rule.users ? { ...rule, users: rule.users.filter((one) => one !== uid) } : rule,
    )
    await upsertFlag(tx, { ...flag, settings: { ...flag.settings, rules } })
  }
}
