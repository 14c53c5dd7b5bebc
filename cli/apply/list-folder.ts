import { lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readBounded } from '../bounded-files.ts'
import { CommandFailure } from '../exit-codes.ts'
import type { FileFault } from './read-yaml.ts'

/** The maximum size of a post or of the settings of a folder. */
const maxTextBytes = 1_000_000
/** The maximum number of files and folders, at all levels. */
const maxEntries = 20_000

/**
 * Lists the files of a folder, by their relative paths. Symbolic links are errors and are not followed: with one, a
 * pull request could publish any file on the machine or create an endless loop.
 */
export async function listFolder(root: string, faults: FileFault[]): Promise<string[]> {
  const files: string[] = []
  const folders = ['']
  let entries = 0
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      entries += 1
      if (entries > maxEntries)
        throw new CommandFailure(
          'refused',
          `${root} has more than ${maxEntries} files and folders. Apply a smaller folder.`,
        )
      if (entry.isSymbolicLink()) faults.push({ file: path, line: 1, message: linked })
      else if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files.sort()
}

const linked = 'is a symbolic link, which isn’t allowed. Put the file itself into the folder'

/** Reads the text of a post or of settings. Adds an error and returns null if it is too large. */
export async function readText(root: string, file: string, faults: FileFault[]): Promise<string | null> {
  const text = await readBounded(join(root, file), maxTextBytes)
  if (text !== null) return text.toString('utf8')
  const message = `is larger than the maximum of ${maxTextBytes} bytes`
  faults.push({ file, line: 1, message })
  return null
}

/** Returns the first part of a path below the root that is a symbolic link, or null. */
export async function findLink(root: string, path: string): Promise<string | null> {
  let at = root
  for (const part of relative(root, path).split(sep)) {
    at = join(at, part)
    if ((await lstat(at)).isSymbolicLink()) return relative(root, at)
  }
  return null
}
