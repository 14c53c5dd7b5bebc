import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ installationId: z.uuid(), folderId: z.uuid(), seenAt: z.iso.datetime() })

export interface Mark {
  readonly installationId: string
  readonly folderId: string
  readonly seenAt: Date
}

/** When this data folder last saw the database. It lies in DATA_DIR and not in the database, so a restore leaves it alone. */
export interface HighWater {
  /** Null where there is none, or none that can be read: then nothing can be told. */
  read(): Promise<Mark | null>
  write(mark: Mark): Promise<void>
  /** The newest that this process has written. */
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
      // Processes that share a folder may share a number too, when each has a container of its own.
      const fresh = `${file}.${randomUUID()}`
      const handle = await open(fresh, 'wx', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(mark)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(fresh, file)
      last = mark
    },
    last: () => last,
  }
}

/** A file that is there and may not be read stops the start, since it would turn the guard off without a word. */
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
