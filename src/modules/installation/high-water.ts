import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keepOwner } from '#infra/files/keep-owner.ts'

const shape = z.object({
  installationId: z.uuid(),
  folderId: z.uuid(),
  seenAt: z.iso.datetime(),
  isReplicated: z.boolean().default(false),
})

export interface Mark {
  readonly installationId: string
  readonly folderId: string
  readonly seenAt: Date
  /** True when commits waited for a standby at that time, so that a failover loses none. */
  readonly isReplicated: boolean
}

/**
 * Records when this data folder last saw the database. The mark is in DATA_DIR and not in the database, so that a
 * restore does not change it.
 */
export interface HighWater {
  /** Returns the mark; null when there is none or it cannot be read. A restore cannot be detected then. */
  read(): Promise<Mark | null>
  write(mark: Mark): Promise<void>
  /** Returns the newest mark that this process has written. */
  last(): Mark | null
}

export function createHighWater(dataDir: string): HighWater {
  const file = join(dataDir, 'high-water.json')
  let last: Mark | null = null
  return {
    async read() {
      const found = shape.safeParse(parse(await readIfThere(file)))
      return found.success ? { ...found.data, seenAt: new Date(found.data.seenAt) } : null
    },
    async write(mark) {
      await mkdir(dataDir, { recursive: true })
      // Processes that share a folder may have the same process id, when each runs in its own container.
      const fresh = `${file}.${randomUUID()}`
      const handle = await open(fresh, 'wx', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(mark)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await keepOwner(fresh)
      await rename(fresh, file)
      last = mark
    },
    last: () => last,
  }
}

/**
 * Returns the file's content, or an empty text when there is no file. An existing file that cannot be read stops the
 * start, since ignoring it would silently turn the guard off.
 */
async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
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
