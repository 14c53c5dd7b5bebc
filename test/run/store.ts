import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stem = 'test-server-'
/** Files that determine the contents of a fresh test server. */
const sources = [
  'migrations/*',
  'src/app/database.ts',
  'src/infra/db/{embedded,layout,migrations}/**/*.ts',
  'test/run/postgres.ts',
  'test/harness/{clock,connections}.ts',
]

/**
 * Server folders that later runs copy, so that migrations do not run every time. A folder's name has the hash of
 * everything that it was created from. Only the newest is kept.
 */
interface Store {
  /** Copies the stored folder. False if there is none, or if it belongs to another account. */
  fetch(to: string): boolean
  /** Stores the folder of a server that has stopped. */
  keep(from: string): void
}

export function openStore(place = join(root, 'node_modules/.cache/posthorn')): Store {
  const name = `${stem}${hashOfSources()}`
  const folder = join(place, name)
  return {
    fetch: (to) => copy(folder, to),
    keep(from) {
      const attempt = `${folder}.${process.pid}`
      try {
        mkdirSync(place, { recursive: true })
        for (const other of readdirSync(place))
          if (other.startsWith(stem)) rmSync(join(place, other), { recursive: true })
        if (copy(from, attempt)) renameSync(attempt, folder)
      } catch {
        // The packages belong to another account, or another run stores the same. In that case, the next run migrates
        // again.
        rmSync(attempt, { recursive: true, force: true })
      }
    },
  }
}

/** Copies a folder with owners and modes, which PostgreSQL checks. */
const copy = (from: string, to: string): boolean => spawnSync('cp', ['-a', from, to], { stdio: 'ignore' }).status === 0

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex').slice(0, 16)
}
