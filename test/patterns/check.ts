import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exceptions } from './exceptions.ts'
import { readPatterns, type Written } from './read-patterns.ts'
import { superLinear } from './super-linear.ts'

const places = ['rules', 'src', 'sandbox', 'sdk/src', 'tasks', 'cli']
const instead =
  'Instead: bound the repetition, let no two repetitions take the same character, begin a run behind `(?<!…)`, or read ' +
  'the text without a pattern. Where the check is wrong, say why in test/patterns/exceptions.ts.'

/** Returns the problems of a pattern. Empty if its time grows linearly with the text. */
export function faultsOf({ pattern }: Pick<Written, 'pattern'>): string[] {
  return pattern === null ? ['it is known only at run time, so it cannot be checked'] : superLinear(pattern)
}

function check(root: string): { readonly seen: number; readonly messages: readonly string[] } {
  const messages: string[] = []
  const unused = new Set(exceptions)
  let seen = 0
  for (const path of places.flatMap((place) => globSync(`${place}/**/*.ts`, { cwd: root })).sort()) {
    if (path.endsWith('.test.ts') || path.endsWith('/tests/kit.ts')) continue
    for (const written of readPatterns(path, readFileSync(join(root, path), 'utf8'))) {
      seen += 1
      const faults = faultsOf(written)
      const exception = exceptions.find((one) => one.path === path && written.code.startsWith(one.begins))
      if (faults.length === 0) continue
      if (exception) unused.delete(exception)
      else messages.push(`${path}:${written.line} ${written.code}\n    ${faults.join('\n    ')}\n    ${instead}`)
    }
  }
  messages.push(
    ...[...unused].map(({ path, begins }) => `${path}: ${begins} needs its exception no more; take it out.`),
  )
  return { seen, messages }
}

/** Prints every pattern whose time may grow faster than its text: `node test/patterns/check.ts`. */
if (import.meta.main) {
  const { seen, messages } = check(join(import.meta.dirname, '../..'))
  for (const message of messages) console.error(message)
  console.error(`${seen} patterns, ${messages.length} that may be slow`)
  process.exitCode = messages.length > 0 || seen === 0 ? 1 : 0
}
