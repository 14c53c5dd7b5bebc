import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tree } from '../tree.ts'
import { phrases } from './banned-phrases.ts'
import { findPhrases, type Place } from './find-phrases.ts'

export const countsPath = 'test/architecture/phrases/counts.txt'
export const exceptionsPath = 'test/architecture/phrases/exceptions.txt'

/** A line of a list: its cells, without comments. */
interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads a list whose lines have cells with `|` between them. A missing list has no rows. */
export function readRows(root: string, path: string): Row[] {
  return readLines(root, path).flatMap((line, index): Row[] => {
    const cells = line
      .replace(/(?:^|\s)#.*$/, '')
      .split('|')
      .map((cell) => cell.trim())
    return cells.length > 1 ? [{ line: index + 1, cells }] : []
  })
}

function readLines(root: string, path: string): string[] {
  try {
    return readFileSync(join(root, path), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

interface Counted {
  /** The places of each phrase, except for those that an exception allows. */
  readonly places: ReadonlyMap<string, readonly Place[]>
  readonly unusedExceptions: readonly Row[]
}

/** Finds the places of each phrase. An exception allows a phrase in a file: `path | phrase | reason`. */
export function countPhrases(tree: Tree): Counted {
  const exceptions = readRows(tree.root, exceptionsPath).filter(({ cells }) => cells.length === 3)
  const unused = new Set(exceptions)
  const places = findPhrases(tree).filter(({ file, phrase }) => {
    const exception = exceptions.find(({ cells }) => cells[0] === file && cells[1] === phrase.name)
    if (exception) unused.delete(exception)
    return exception === undefined
  })
  return { places: Map.groupBy(places, ({ phrase }) => phrase.name), unusedExceptions: [...unused] }
}

const head = `# How often the tree has each banned phrase. \`npm run gen\` lowers the numbers, and nothing raises them.
`

/** Prints the list of counts. A stored count never rises; only a new phrase gets the number of its places. */
export function countsSource(tree: Tree): string {
  const stored = new Map(readRows(tree.root, countsPath).map(({ cells: [name = '', count] }) => [name, Number(count)]))
  const { places } = countPhrases(tree)
  const rows = phrases.map(({ name }) => {
    const count = places.get(name)?.length ?? 0
    return `${name} | ${Math.min(stored.get(name) ?? count, count)}`
  })
  return `${head}${rows.join('\n')}\n`
}
