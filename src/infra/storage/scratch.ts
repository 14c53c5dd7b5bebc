import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, hours } from '#kernel/clock.ts'
import { makeFolder, onDisk } from './disk.ts'

/** Files on this machine's disk that are on their way: on the local storage's own file system, so that putFile is a rename. */
export interface Scratch {
  /** A new empty file's path; the caller removes it or hands it to putFile. */
  newPath(): Promise<string>
  /** Removes what is older than 24 h by the clock; tells how many. */
  sweep(): Promise<number>
}

const maxAgeMs = hours(24)

/**
 * A file's age is in its name: the disk stamps by its own time whenever somebody writes, and that is not the clock's.
 * What others put beside it, named after it, has the same beginning and so the same age.
 */
const born = /^([0-9a-z]{9})-/

export function createScratch(options: { readonly dataDir: string; readonly clock: Clock }): Scratch {
  const folder = join(options.dataDir, 'media', 'scratch')
  return {
    newPath: () =>
      onDisk(async () => {
        await makeFolder(folder)
        const at = options.clock.now().getTime().toString(36).padStart(9, '0')
        const path = join(folder, `${at}-${randomBytes(16).toString('hex')}`)
        const file = await open(path, 'wx', 0o600)
        await file.close()
        return path
      }),
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

/** What has gone meanwhile is of no age. */
const changedMs = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
