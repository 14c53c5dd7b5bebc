import { randomBytes } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, hours } from '#kernel/clock.ts'
import { makeFolder, onDisk } from './disk.ts'

/** Temporary files on this machine's disk, on the local storage's file system, so that putFile is a rename. */
export interface Scratch {
  /** Creates an empty file and returns its path. The caller removes it or passes it to putFile. */
  newPath(): Promise<string>
  /** Writes a file and removes it, as an upload does. Throws if this machine's disk cannot be written. */
  tryWriting(): Promise<void>
  /** Removes files older than 24 h by the clock, and returns their number. */
  sweep(): Promise<number>
}

const maxAgeMs = hours(24)

/**
 * Reads a file's age from its name: the disk's own time changes with every write and is not the clock's. Files that
 * other code creates next to it have names that begin with the same characters, and so the same age.
 */
const born = /^([0-9a-z]{9})-/

/** Longer than any file name that a file system allows. */
const triedBytes = 64 * 1024

export function createScratch(options: { readonly dataDir: string; readonly clock: Clock }): Scratch {
  const folder = join(options.dataDir, 'media', 'scratch')
  const makeFile = async (content: Uint8Array): Promise<string> => {
    await makeFolder(folder)
    const at = options.clock.now().getTime().toString(36).padStart(9, '0')
    const path = join(folder, `${at}-${randomBytes(16).toString('hex')}`)
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
    return path
  }
  return {
    newPath: () => onDisk(() => makeFile(Buffer.alloc(0))),
    tryWriting: () => onDisk(async () => rm(await makeFile(Buffer.alloc(triedBytes)))),
    sweep: () =>
      onDisk(async () => {
        await makeFolder(folder)
        const oldest = options.clock.now().getTime() - maxAgeMs
        let removed = 0
        for (const name of await readdir(folder)) {
          const path = join(folder, name)
          const at = born.exec(name)?.[1]
          const bornMs = at === undefined ? await changedMs(path) : Number.parseInt(at, 36)
          if (bornMs >= oldest) continue
          await rm(path, { force: true, recursive: true })
          removed += 1
        }
        return removed
      }),
  }
}

/** Returns the time of the last change. A file that no longer exists counts as new. */
const changedMs = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
