import { createFinder, type ListedFile, readMediaList } from '../contents/media-list.ts'
import { fileKey, listNames, listSets, manifestKey, mediaListKey } from '../contents/names.ts'
import type { MakeDeps } from '../deps.ts'
import { deleteBackups } from '../store.ts'

/**
 * Removes all but the newest complete backups, what older attempts left behind, and the files that none of the kept ones
 * lists. The manifest goes first, so that a backup is complete or is none.
 */
export async function pruneBackups(
  { vault, db, say }: Pick<MakeDeps, 'vault' | 'db' | 'say'>,
  keep: number,
): Promise<void> {
  const names = await listNames(vault)
  const kept = names.slice(-keep)
  const newest = kept.at(-1)
  if (newest === undefined) return
  const sets = await listSets(vault)
  for (const [name, keys] of sets) {
    // One that is newer than the newest complete one may be under way.
    if (kept.includes(name) || name > newest) continue
    await vault.remove(manifestKey(name))
    if (keys.includes(mediaListKey(name))) await removeFiles(vault, name, kept)
    for (const key of keys) await vault.remove(key)
    say(`  removed ${name}`)
  }
  await deleteBackups(
    db,
    vault.place,
    names.filter((name) => !kept.includes(name)),
  )
}

async function removeFiles(vault: MakeDeps['vault'], name: string, kept: readonly string[]): Promise<void> {
  const finders = kept.map((one) => createFinder<ListedFile>(readMediaList(vault, mediaListKey(one))))
  for await (const { key } of readMediaList(vault, mediaListKey(name))) {
    const found = await Promise.all(finders.map((find) => find(key)))
    if (found.every((one) => one === null)) await vault.remove(fileKey(key))
  }
}
