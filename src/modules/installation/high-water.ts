import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ installationId: z.string(), lastSeenAt: z.iso.datetime() })

export interface Mark {
  readonly installationId: string
  readonly lastSeenAt: Date
}

/** The last time seen, kept beside the database in DATA_DIR: a database that is behind it was restored. */
export interface HighWater {
  read(): Promise<Mark | null>
  write(mark: Mark): Promise<void>
}

export function createHighWater(dataDir: string): HighWater {
  const file = join(dataDir, 'high-water.json')
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => null)
      if (text === null) return null
      const found = shape.safeParse(parse(text))
      return found.success
        ? { installationId: found.data.installationId, lastSeenAt: new Date(found.data.lastSeenAt) }
        : null
    },
    async write(mark) {
      const fresh = `${file}.${process.pid}`
      await writeFile(fresh, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
      await rename(fresh, file)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
