import { statSync } from 'node:fs'
import { join } from 'node:path'
import { countPhrases, countsPath, exceptionsPath, readRows } from '../phrases/counts.ts'
import type { Place } from '../phrases/find-phrases.ts'
import type { Finding, Rule } from '../rule.ts'

/** The number of places that a message lists for each phrase, from the file that changed last. */
const mostListed = 10

const plainWords: Rule = {
  id: 'plain-words',
  holds:
    'Comments, strings, JSX text, Markdown and test names are in plain English: no banned phrase is used more often than before.',
  instead:
    'Use the words that it names, or list an exception in test/architecture/phrases/exceptions.txt. `npm run gen` lowers the stored counts.',
  *check(tree) {
    const { places, unusedExceptions } = countPhrases(tree)
    const stored = readRows(tree.root, countsPath)
    const allowed = new Map(stored.map(({ cells: [name = '', count] }) => [name, Number(count)]))
    for (const [name, found] of places) {
      const most = allowed.get(name) ?? 0
      if (found.length > most) yield* listed(tree.root, found, most)
    }
    for (const { line, cells } of stored) {
      const count = places.get(cells[0] ?? '')?.length ?? 0
      if (Number(cells[1]) > count)
        yield { file: countsPath, line, found: `“${cells[0]}” is used ${count} times, not ${cells[1]}` }
    }
    for (const { line, cells } of unusedExceptions) {
      yield { file: exceptionsPath, line, found: `${cells[0]} no longer uses “${cells[1]}”` }
    }
  },
}

/** Returns the places of a phrase that is used too often. The file that changed last probably has the new one. */
function listed(root: string, places: readonly Place[], most: number): Finding[] {
  const changedAt = new Map(places.map(({ file }) => [file, statSync(join(root, file)).mtimeMs]))
  return places
    .toSorted((a, b) => (changedAt.get(b.file) ?? 0) - (changedAt.get(a.file) ?? 0))
    .slice(0, mostListed)
    .map(({ file, line, phrase, found }) => ({
      file,
      line,
      found: `“${found}”: write “${phrase.use}” (${places.length} in the tree, ${most} allowed)`,
    }))
}

export const plainWordRules = [plainWords]
