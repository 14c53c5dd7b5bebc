import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keepOwner } from '#infra/files/keep-owner.ts'

/**
 * The place where a mark was written: data that a copy of its file does not preserve. A file's creation time cannot be
 * set, so that of a copy (`cp -a`, rsync, tar, a restored backup) differs. It stays the same if the file is renamed,
 * the host gets another name, or the volume is mounted elsewhere, in another container or on another machine. A
 * snapshot of the volume also keeps it, but if mounted next to the original it has another path and device.
 */
const markPlace = z.object({ birth: z.string(), inode: z.string(), path: z.string(), device: z.string() })

const shape = z.object({
  installationId: z.uuid(),
  folderId: z.uuid(),
  seenAt: z.iso.datetime(),
  isReplicated: z.boolean().default(false),
  /** Missing in a mark of an earlier version. */
  place: markPlace.optional(),
})

export interface Mark {
  readonly installationId: string
  readonly folderId: string
  readonly seenAt: Date
  /** True if commits waited for a standby at that time, so that a failover loses none. */
  readonly isReplicated: boolean
}

/** A mark as found in the folder. */
export interface FoundMark extends Mark {
  /** True if the file was not written here, but copied or restored. */
  readonly isCopied: boolean
}

/**
 * Records when this data folder last saw the database. The mark is in DATA_DIR and not in the database, so that a
 * restore does not change it.
 */
export interface HighWater {
  /** Returns the mark; null if there is none or it cannot be read. A restore cannot be detected then. */
  read(): Promise<FoundMark | null>
  write(mark: Mark): Promise<void>
  /** Removes leftovers of marks from killed processes. */
  sweep(now: Date): Promise<void>
  /** Returns the newest mark that this process wrote. */
  last(): Mark | null
}

const markName = 'high-water.json'
/** Writing a mark should take only a moment. */
const leftMs = 60_000

export function createHighWater(dataDir: string): HighWater {
  const file = join(dataDir, markName)
  let last: Mark | null = null
  return {
    async read() {
      const handle = await openIfThere(file)
      if (!handle) return null
      try {
        const found = shape.safeParse(parse(await handle.readFile('utf8')))
        if (!found.success) return null
        const { place, seenAt, ...mark } = found.data
        // Of the file that was read: another process may replace it in the meantime.
        return {
          ...mark,
          seenAt: new Date(seenAt),
          isCopied: place !== undefined && (await isCopied(handle, dataDir, place)),
        }
      } finally {
        await handle.close()
      }
    },
    async write({ installationId, folderId, seenAt, isReplicated }) {
      const mark = { installationId, folderId, seenAt, isReplicated }
      await mkdir(dataDir, { recursive: true })
      // Processes that share a folder may have the same process ID if each runs in its own container.
      const fresh = `${file}.${randomUUID()}`
      try {
        const handle = await open(fresh, 'wx', 0o600)
        try {
          await handle.writeFile(`${JSON.stringify({ ...mark, place: await readMarkPlace(handle, dataDir) })}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await keepOwner(fresh)
        await rename(fresh, file)
      } catch (error) {
        await rm(fresh, { force: true }).catch(() => {})
        throw error
      }
      last = mark
    },
    async sweep(now) {
      const names = await readdir(dataDir).catch(() => [])
      for (const name of names.filter((one) => one.startsWith(`${markName}.`))) {
        const path = join(dataDir, name)
        const seen = await stat(path).catch(() => null)
        // Another process may be writing one now.
        if (seen && Math.abs(now.getTime() - seen.mtimeMs) > leftMs) await rm(path, { force: true }).catch(() => {})
      }
    },
    last: () => last,
  }
}

/**
 * Opens the file; null if there is none. An existing but unreadable file prevents the start, since ignoring it would
 * silently turn off the guard.
 */
async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type MarkPlace = z.output<typeof markPlace>

/** Returns the place of a new file, before it gets its final name. */
async function readMarkPlace(file: FileHandle, folder: string): Promise<MarkPlace> {
  return toPlace(await file.stat({ bigint: true }), await realpath(folder))
}

const toPlace = ({ birthtimeNs, ino, dev }: BigIntStats, path: string): MarkPlace => ({
  birth: String(birthtimeNs),
  inode: String(ino),
  path,
  device: String(dev),
})

/** User-space file systems, whose numbers may be made up at each mount: FUSE and 9p. */
const madeUp: ReadonlySet<number> = new Set([0x65735546, 0x01021997])

/** True if a mark states that it was written as another file. */
async function isCopied(file: FileHandle, folder: string, written: MarkPlace): Promise<boolean> {
  const [seen, { type }] = await Promise.all([file.stat({ bigint: true }), statfs(folder)])
  const now = toPlace(seen, await realpath(folder))
  const isMountedElsewhere = now.path !== written.path && now.device !== written.device
  // Without a birth time, Node returns none or the time of the last change, which the renaming updated.
  const hasBirth = seen.birthtimeNs > 0n && seen.birthtimeNs !== seen.ctimeNs
  const isAnother = hasBirth ? now.birth !== written.birth : now.inode !== written.inode
  return isMountedElsewhere || (isAnother && !madeUp.has(type))
}
