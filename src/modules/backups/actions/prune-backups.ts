import { type Manifest, readManifest } from '../contents/manifest.ts'
import { createFinder, type ListedFile, readMediaList } from '../contents/media-list.ts'
import { fileKey, isAhead, listNames, listSets, manifestKey, mediaListKey } from '../contents/names.ts'
import { checkFileList } from '../contents/tables.ts'
import { BackupFault, type MakeDeps } from '../deps.ts'
import { deleteBackups } from '../store.ts'

type PruneDeps = Pick<MakeDeps, 'vault' | 'seal' | 'clock' | 'db' | 'say' | 'signal'>

/**
 * Removes all but the newest complete backups, what older attempts left behind, and the files that no backup lists any
 * longer. `made` is the backup that was just made, which always stays.
 *
 * The names in a location prove nothing: anyone who can write there can add names, and a clock that is ahead creates
 * wrong ones. So only backups with a signed manifest count, and nothing is removed before every file list has been
 * read.
 */
export async function pruneBackups(deps: PruneDeps, keep: number, made: string): Promise<void> {
  const { vault, db, say, clock } = deps
  const names = await listNames(vault)
  const ahead = names.find((name) => isAhead(name, clock.now()))
  if (ahead !== undefined)
    refuse(
      `the backup ${ahead} has a time in the future, so it is unknown which backups are the newest. Check who wrote it`,
    )
  const proven = await proveAll(deps, names)
  const kept = new Set([...[...proven.keys()].slice(-keep), made])
  const sets = await listSets(vault)
  const isRemoved = (name: string): boolean => !kept.has(name) && (proven.has(name) || isLeftBehind(name, names, made))
  const removed = [...sets].filter(([name]) => isRemoved(name))
  const staying = [...sets].flatMap(([name, keys]) =>
    !isRemoved(name) && keys.includes(mediaListKey(name)) ? [name] : [],
  )
  const listed = removed.flatMap(([name, keys]) => (keys.includes(mediaListKey(name)) ? [name] : []))
  await requireLists(deps, { kept, proven, read: [...staying, ...listed] })
  // The manifest is removed first, so that an incomplete backup never counts as a backup.
  for (const [name, keys] of removed) {
    await vault.remove(manifestKey(name))
    if (listed.includes(name)) await removeFiles(vault, name, staying)
    for (const key of keys) await vault.remove(key)
    say(`  removed ${name}`)
  }
  await deleteBackups(
    db,
    vault.place,
    removed.map(([name]) => name),
  )
}

/** Returns the backups with a signed manifest, oldest first. The others are not changed. */
async function proveAll(deps: PruneDeps, names: readonly string[]): Promise<ReadonlyMap<string, Manifest>> {
  const proven = new Map<string, Manifest>()
  for (const name of names) {
    try {
      proven.set(name, await readManifest(deps, name))
    } catch (error) {
      if (!(error instanceof BackupFault)) throw error
      deps.say(`  ${name} does not count as a backup and is not removed. ${error.message}`)
    }
  }
  return proven
}

/** True for an attempt without a manifest that is older than the newest backup, and so is not in progress. */
const isLeftBehind = (name: string, complete: readonly string[], made: string): boolean =>
  !complete.includes(name) && name < made

/** Reads all file lists completely, and compares those of kept backups with their manifests. */
async function requireLists(
  { vault, signal }: PruneDeps,
  {
    kept,
    proven,
    read,
  }: {
    readonly kept: ReadonlySet<string>
    readonly proven: ReadonlyMap<string, Manifest>
    readonly read: readonly string[]
  },
): Promise<void> {
  for (const name of new Set([...kept, ...read])) {
    signal.throwIfAborted()
    const manifest = proven.get(name)
    try {
      if (manifest) await checkFileList(vault, manifest)
      else for await (const _ of readMediaList(vault, mediaListKey(name)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      refuse(`the list of files of the backup ${name} can’t be read (${reason}). Remove that backup if it is useless`)
    }
  }
}

function refuse(why: string): never {
  throw new BackupFault(`No old backup was removed: ${why}.`)
}

async function removeFiles(vault: MakeDeps['vault'], name: string, staying: readonly string[]): Promise<void> {
  const finders = staying.map((one) => createFinder<ListedFile>(readMediaList(vault, mediaListKey(one))))
  for await (const { key } of readMediaList(vault, mediaListKey(name))) {
    const found = await Promise.all(finders.map((find) => find(key)))
    if (found.every((one) => one === null)) await vault.remove(fileKey(key))
  }
}
