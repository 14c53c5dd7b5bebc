import { type Applied, anyProgram } from './ledger.ts'
import { isOlder, type Migration } from './migration.ts'
import type { RunningProgram } from './running-programs.ts'

/**
 * Thrown if a later version has migrated the database and this version cannot run on it or would destroy data that it
 * does not know.
 */
export class DatabaseIsNewer extends Error {}

/** Thrown if a migration cannot run now. Nothing is lost; the operator has to act first. */
export class MigrationBlocked extends Error {}

/**
 * Refuses a database on which this version cannot run. One that a later version has only expanded is fine: an older
 * process may be restarted in the middle of an upgrade.
 */
export function refuseNewerDatabase(applied: Applied, migrations: readonly Migration[], version: string): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter(([name]) => !known.has(name))
  const [first] = unknown.filter(([, oldest]) => oldest !== anyProgram && (oldest === null || isOlder(version, oldest)))
  if (first) {
    const [name, oldest] = first
    const needed = oldest === null ? 'that version or a later one' : `version ${oldest} or a later one`
    throw new DatabaseIsNewer(
      `The database was migrated by a later version of Posthorn (${name}), and this version, ${version}, cannot ` +
        `run on it. ` +
        `Start ${needed}; going back is not possible.`,
    )
  }
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (unknown.length > 0 && missing.length > 0)
    throw new DatabaseIsNewer(
      `The database and this version of Posthorn, ${version}, have diverged: it has ${unknown[0]?.[0]}, which this version ` +
        `does not know, and lacks ${missing[0]?.name}. Start the version that migrated it, or a later one.`,
    )
}

/** Returns the running programs that a migration would break. */
export const brokenBy = ({ kind }: Migration, running: readonly RunningProgram[]): RunningProgram[] =>
  kind.is === 'contract' ? running.filter(({ version }) => isOlder(version, kind.from)) : []

/** Refuses to contract the database while running programs still need what would be removed. */
export function refuseBreaking(migrations: readonly Migration[], running: readonly RunningProgram[]): void {
  for (const migration of migrations) {
    const [program] = brokenBy(migration, running)
    if (program && migration.kind.is === 'contract')
      throw new MigrationBlocked(
        `${migration.name} needs version ${migration.kind.from} or a later one on every process, and ${program.host} runs ` +
          `${program.version}. Upgrade or stop that process, wait 30 seconds, and start again.`,
      )
  }
}
