import { randomBytes } from 'node:crypto'
import type { Vault } from '#infra/storage/vault/index.ts'
import { minutes } from '#kernel/clock.ts'

/**
 * The layout of a backup location: `manifests/NAME.json`, `sets/NAME/…` with the tables of one backup, and `media/…`
 * with the files, which all backups in the location share.
 */
export const manifestKey = (name: string): string => `manifests/${name}.json`
export const tableKey = (name: string, table: string): string => `sets/${name}/${table}.copy.zst`
export const mediaListKey = (name: string): string => `sets/${name}/media-files.jsonl.zst`
/** The files that the database references, until the list with their checksums is written. */
export const wantedKey = (name: string): string => `sets/${name}/wanted.tsv.zst`

/** Returns the path of a stored file, in folders of two letters. */
export function fileKey(storageKey: string): string {
  const name = storageKey.slice(storageKey.lastIndexOf('/') + 1)
  return `media/${name.slice(0, 2)}/${name}`
}

/** Names a backup by its time, so that names sort by time. */
export const newName = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(2).toString('hex')}`

/** The clocks of machines that write to one location may differ by this much. */
const skewMs = minutes(10)

/** True if a name begins with a time in the future, or with no time. */
export function isAhead(name: string, now: Date): boolean {
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-/.exec(name)
  const at = time ? Date.parse(`${time[1]}T${time[2]}:${time[3]}:${time[4]}Z`) : Number.NaN
  return !(at <= now.getTime() + skewMs)
}

/** Lists the complete backups in a location, oldest first. */
export async function listNames(vault: Vault): Promise<string[]> {
  const names: string[] = []
  for await (const key of vault.list('manifests/')) {
    const name = /^manifests\/([\w-]+)\.json$/.exec(key)?.[1]
    if (name !== undefined) names.push(name)
  }
  return names
}

/** Lists all backups that have any files, complete or not. */
export async function listSets(vault: Vault): Promise<ReadonlyMap<string, readonly string[]>> {
  const sets = new Map<string, string[]>()
  for await (const key of vault.list('sets/')) {
    const name = key.split('/')[1] ?? ''
    const keys = sets.get(name) ?? []
    keys.push(key)
    sets.set(name, keys)
  }
  return sets
}
