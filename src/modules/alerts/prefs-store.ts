import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { type Severity, severities } from './store.ts'

export interface AlertPrefs {
  /** True to be notified by email. */
  readonly email: boolean
  /** True to be notified in linked chats. */
  readonly chat: boolean
  readonly minSeverity: Severity
  /** Empty for every kind. */
  readonly kinds: readonly string[]
}

/** The default preferences. */
const usual: AlertPrefs = { email: true, chat: true, minSeverity: 'warning', kinds: [] }

export async function readPrefs(db: Db, uid: UserId): Promise<AlertPrefs> {
  const row = await db
    .selectFrom('alertPref')
    .select(['alertPref.email', 'alertPref.chat', 'alertPref.minSeverity', 'alertPref.kinds'])
    .where('alertPref.uid', '=', uid)
    .executeTakeFirst()
  return row ? { ...row, minSeverity: row.minSeverity as Severity } : usual
}

export async function writePrefs(tx: Tx, uid: UserId, prefs: AlertPrefs): Promise<void> {
  const row = { ...prefs, kinds: [...prefs.kinds] }
  await tx
    .insertInto('alertPref')
    .values({ uid, ...row })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(row))
    .execute()
}

/** True if an administrator with these preferences wants to be notified of an alert. */
export const isWanted = (alert: { readonly severity: string; readonly kind: string }, prefs: AlertPrefs): boolean =>
  severities.indexOf(alert.severity as Severity) >= severities.indexOf(prefs.minSeverity) &&
  (prefs.kinds.length === 0 || prefs.kinds.includes(alert.kind))

interface Administrator extends AlertPrefs {
  readonly uid: UserId
  /** Null if the user has no email address. */
  readonly address: string | null
  readonly name: string
  readonly locale: string
}

/** Lists the users who may act on alerts, with their preferences. */
export async function listAdministrators(db: Db): Promise<readonly Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.id as uid, u.email as address, u.name, u.locale, coalesce(p.email, ${usual.email}) as email,
      coalesce(p.chat, ${usual.chat}) as chat,
      coalesce(p.min_severity, ${usual.minSeverity}) as min_severity, coalesce(p.kinds, '{}') as kinds
    from app_user u left join alert_pref p on p.uid = u.id
    where u.role in ('admin', 'superadmin') order by u.id`.execute(db)
  return rows
}
