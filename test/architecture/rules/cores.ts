import { covers, type Exception, type Finding, type Rule } from '../rule.ts'
import { lineAt } from '../scan.ts'
import type { SourceFile, Tree } from '../tree.ts'

/** Folders that turn facts into decisions and have no side effects. */
const cores: readonly string[] = ['src/modules/publishing/decide/']

/** Files of infra that a core may use, because they are also pure. */
const pure: readonly Exception[] = [{ path: 'src/infra/log/redact.ts', reason: 'it converts one text to another' }]

const effects = /\b(?:await|async|Promise|setTimeout|setInterval|setImmediate|Math\s*\.\s*random)\b/g

const isForbidden = (to: string): boolean =>
  /^src\/(?:infra|app|main)\//.test(to) && !pure.some(({ path }) => covers(path, to))

/** Finds the file's imports that add side effects. Type imports add none. */
function* effectsImported(file: SourceFile): Generator<Finding> {
  for (const { to, packageName, typeOnly, line } of file.imports) {
    if (typeOnly) continue
    if (packageName !== null) yield { file: file.path, line, found: `a pure core uses ${packageName}` }
    else if (to !== null && isForbidden(to)) yield { file: file.path, line, found: `a pure core uses ${to}` }
  }
}

/** Collects the files of a core and the files of its module that it runs. */
function filesOfCore(tree: Tree, core: string): Set<SourceFile> {
  const byPath = new Map(tree.files.map((file) => [file.path, file]))
  const files = new Set(tree.files.filter(({ path, isTest }) => path.startsWith(core) && !isTest))
  for (const file of files) {
    for (const { to, typeOnly } of file.imports) {
      const other = to?.startsWith('src/modules/') && !typeOnly ? byPath.get(to) : undefined
      if (other) files.add(other)
    }
  }
  return files
}

const pureCore: Rule = {
  id: 'pure-core',
  holds: 'A pure core only makes decisions: it runs no queries, timers or requests, and awaits nothing.',
  instead: 'Perform the side effect in the loop that uses the core (run/), and pass its outcome to the core as a fact.',
  *check(tree) {
    for (const core of cores) {
      for (const file of filesOfCore(tree, core)) {
        yield* effectsImported(file)
        if (!file.path.startsWith(core)) continue
        for (const match of file.scanned.code.matchAll(effects)) {
          yield { file: file.path, line: lineAt(file.scanned.code, match.index), found: `"${match[0]}"` }
        }
      }
    }
  },
}

export const coreRules = [pureCore]
