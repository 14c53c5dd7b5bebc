import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Statement, statementsOf } from './statements.ts'

/**
 * The requirement of a migration for programs that run at the same time. An expanding migration keeps everything that
 * older programs use, so any of them may run on the result. A contracting migration removes something and names the
 * first release that no longer uses it.
 */
type Kind = { readonly is: 'expand' } | { readonly is: 'contract'; readonly from: string }

export interface Migration {
  readonly name: string
  readonly kind: Kind
  readonly source: string
  readonly statements: readonly Statement[]
}

/** Reads all migrations in a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(folder, file), 'utf8')
      const kind = kindOf(source)
      if (!kind) throw new Error(`The first line of ${file} must be "-- expand" or "-- contract: from VERSION".`)
      return {
        name: file.slice(0, -'.sql'.length),
        kind,
        source,
        // Parsed on demand: a start with nothing to apply reads only the names and kinds.
        get statements() {
          return statementsOf(source)
        },
      }
    }),
  )
}

/**
 * Reads the kind from the first line of a migration, where a reason may follow. Returns null if the line does not state
 * it.
 */
export function kindOf(source: string): Kind | null {
  const [first = ''] = source.split('\n', 1)
  if (/^-- expand(?:[ :]|$)/.test(first)) return { is: 'expand' }
  const from = /^-- contract: from (\d+\.\d+\.\d+)(?: |$)/.exec(first)?.[1]
  return from === undefined ? null : { is: 'contract', from }
}

/** True for an index that is built while writes continue, which PostgreSQL does only outside transactions. */
export const runsAlone = ({ statements: [only, ...more] }: Migration): boolean =>
  only !== undefined && more.length === 0 && / index concurrently /.test(only.text)

/** Compares the numbers of two releases, such as 0.9.0 and 0.10.0. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const at = a.findIndex((number, place) => number !== b[place])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

const numbersOf = (version: string): number[] => version.split(/[.+-]/, 3).map(Number)
