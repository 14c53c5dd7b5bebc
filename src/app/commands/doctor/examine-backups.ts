import { Readable } from 'node:stream'
import type { Config } from '#infra/config/config.ts'
import type { Connection } from '#infra/db/client.ts'
import { withSession } from '#infra/db/snapshot/index.ts'
import { findIdentity, listLeftScratch, listNames } from '#modules/backups/index.ts'
import { openPlace } from '../../backup-tools.ts'
import type { Finding } from './finding.ts'

const check = 'backups'

/** Reads a row in the session that makes backups, and checks that the location of scheduled backups is writable. */
export async function examineBackups(config: Config, connection: Connection): Promise<Finding> {
  try {
    await withSession(connection, findIdentity)
  } catch (error) {
    const detail = `A backup cannot read the database: ${(error as Error).message}.`
    return { check, ok: false, detail, remedy: 'Check DATABASE_DIRECT_URL and the search_path of its role.' }
  }
  if (!config.backup) return { check, ok: true, detail: 'BACKUP_TO is not set, so automatic backups are off.' }
  return await examinePlace(config, config.backup.place)
}

/** Lists databases that an interrupted verification of a backup left behind. */
export async function examineScratch(connection: Connection): Promise<Finding[]> {
  const names = await withSession(connection, listLeftScratch)
  if (names.length === 0) return []
  return [
    {
      check,
      ok: true,
      isWarning: true,
      detail: `An interrupted verification left ${names.join(', ')}, which contains all rows of a backup.`,
      remedy: 'The next `posthorn backup` or `posthorn restore --verify` drops it, or drop it with `drop database`.',
    },
  ]
}

async function examinePlace(config: Config, place: string): Promise<Finding> {
  try {
    const vault = openPlace(config, place)
    try {
      await vault.write(probeKey, Readable.from([Buffer.from('probe')]))
      await vault.remove(probeKey)
      const newest = (await listNames(vault)).at(-1)
      const holds = newest ? `the newest backup is ${newest}` : 'there is no backup yet'
      return { check, ok: true, detail: `${vault.place} is writable; ${holds}.` }
    } finally {
      await vault.close()
    }
  } catch (error) {
    const remedy =
      'Check BACKUP_TO and the BACKUP_S3 settings: this account must be able to write, list and delete there.'
    return { check, ok: false, detail: (error as Error).message, remedy }
  }
}

const probeKey = 'probe/doctor'
