import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Unchecked {
  /** The files that have changed since they last passed, or the whole tree. */
  readonly paths: readonly string[]
  /** Records that all of them have passed. */
  keep(): void
}

/** The maximum number of files on a command line. For more, the whole tree is checked. */
const maxFiles = 500

/**
 * Returns the files that Biome has to check. Each rule considers only one file, so a file that has passed passes again
 * until it, Biome or Biome's settings change.
 */
export function stylesToCheck(root: string): Unchecked {
  const whole: Unchecked = { paths: ['.'], keep: () => {} }
  const digests = digestFiles(root)
  if (!digests) return whole
  const place = join(root, 'node_modules/.cache/posthorn/passed-style.json')
  const passed = readPassed(place)
  const settings = ['biome.json', 'node_modules/@biomejs/biome/package.json']
    .map((file) => digest(join(root, file)))
    .join()
  const isStale = passed.settings !== settings
  const changed = [...digests].filter(([file, now]) => isStale || passed.files[file] !== now).map(([file]) => file)
  return {
    paths: changed.length > maxFiles ? whole.paths : changed,
    keep() {
      try {
        mkdirSync(dirname(place), { recursive: true })
        writeFileSync(place, JSON.stringify({ settings, files: Object.fromEntries(digests) }))
      } catch {
        // The packages belong to another account. In that case, each check reads all files.
      }
    },
  }
}

interface Passed {
  readonly settings: string
  readonly files: Readonly<Record<string, string>>
}

function readPassed(place: string): Passed {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return { settings: '', files: {} }
  }
}

/** Returns the digests of the files that Biome may read. Null outside a Git checkout. */
function digestFiles(root: string): Map<string, string> | null {
  try {
    const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const names = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
    const files = names.filter((name) => /\.(?:[cm]?[jt]sx?|jsonc?|css|html)$/.test(name))
    return new Map(files.map((file) => [file, digest(join(root, file))]))
  } catch {
    return null
  }
}

/** Returns the digest of a file. Empty if the file is gone. */
function digest(path: string): string {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('base64')
  } catch {
    return ''
  }
}
