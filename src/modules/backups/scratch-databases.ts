import { randomBytes } from 'node:crypto'
import type { Connection } from '#infra/db/client.ts'
import { quote, type Session, withSession } from '#infra/db/snapshot/index.ts'
import { machineClock } from '#infra/time/clock.ts'
import { minutes } from '#kernel/clock.ts'

/**
 * Databases in which backups are verified. Each contains all rows of the installation, so a killed process must not
 * leave its database for long: the next backup or verification drops it.
 */
const prefix = 'posthorn_verify_'
/** A more recent one may belong to a process that has not connected to it yet. */
const leastAgeMs = minutes(1)

/** Names a scratch database by its time. */
export function newScratchName(): string {
  const time = machineClock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()
  return `${prefix}${time}_${randomBytes(4).toString('hex')}`
}

/** Lists scratch databases that are no longer used. */
export async function listLeftScratch(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select datname as name from pg_database d where starts_with(datname, '${prefix}')
      and not exists (select from pg_stat_activity a where a.datid = d.oid) order by datname`,
  )
  const since = machineClock.now().getTime() - leastAgeMs
  return rows.flatMap(({ name }) => (bornMs(name) <= since ? [name] : []))
}

/** Returns the time in a name, or 0 for a name without one, from an earlier version. */
function bornMs(name: string): number {
  const time = /_(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)_/.exec(name)
  return time ? Date.parse(`${time[1]}-${time[2]}-${time[3]}T${time[4]}:${time[5]}:${time[6]}Z`) : 0
}

/**
 * Drops scratch databases that no process uses. A database that this account may not drop stays, and `doctor` reports
 * it.
 */
export async function dropScratchDatabases(connection: Connection): Promise<void> {
  await withSession(connection, async (session) => {
    for (const name of await listLeftScratch(session))
      await session.query(`drop database if exists ${quote(name)}`).catch((error: { readonly code?: string }) => {
        if (!maySayNo.includes(error.code ?? '')) throw error
      })
  })
}

/** Insufficient privilege, and object in use. */
const maySayNo = ['42501', '55006']
