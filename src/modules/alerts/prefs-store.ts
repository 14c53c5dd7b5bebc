import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Severity } from './store.ts'

export interface AlertPrefs {
  /** True to be told by mail. */
  readonly email: boolean
  readonly minSeverity: Severity
  /** Empty: every kind. */
  readonly kinds: readonly string[]
}

/** The preferences of an administrator who has set none. */
const usual: AlertPrefs = { email: true, minSeverity: 'warning', kinds: [] }

export async function readPrefs(db: Db, uid: UserId): Promise<AlertPrefs> {
  const row = await db
    .selectFrom('alertPref')
    .select(['alertPref.email', 'alertPref.minSeverity', 'alertPref.kinds'])
    .where('alertPref.uid', '=', uid)
    .executeTakeFirst()
  return row ? { ...row, minSeverity: row.minSeverity as Severity } : usual
}

export async function writePrefs(tx: Tx, uid: UserId, { email, minSeverity, kinds }: AlertPrefs): Promise<void> {
  await tx
    .insertInto('alertPref')
    .values({ uid, email, minSeverity, kinds: [...kinds] })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ email, minSeverity, kinds: [...kinds] }))
    .execute()
}

interface Administrator extends AlertPrefs {
  readonly uid: UserId
  /** Null when the address is unknown or not verified. */
  readonly address: string | null
  readonly name: string
}

/** Lists the users who may act on alerts, with their preferences. */
export async function listAdministrators(db: Db): Promise<readonly Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.id as uid, u.email as address, u.name, coalesce(p.email, ${usual.email}) as email,
      coalesce(p.min_severity, ${usual.minSeverity}) as min_severity, coalesce(p.kinds, '{}') as kinds
    from app_user u left join alert_pref p on p.uid = u.id
    where u.role in ('admin', 'superadmin') order by u.id`.execute(db)
  return rows
}
