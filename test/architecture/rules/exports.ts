import { covers, type Exception, type Rule } from '../rule.ts'
import { exportsIn, lineAt } from '../scan.ts'
import type { SourceFile, Tree } from '../tree.ts'

/** The file that starts the program. In a tree without it, usage cannot be determined. */
const entry = 'src/main/cli.ts'

/** Exports that a program or a person outside the repository uses. */
const usedElsewhere: readonly Exception[] = [
  { path: 'sdk/', reason: 'the SDK is a package; its users import from it' },
  { path: 'src/infra/db/tables.ts', reason: 'generated: a type for each table, whether or not code names it' },
  { path: 'test/run/report.ts', reason: 'Node loads the reporter by its path' },
  { path: 'test/run/group.ts', reason: 'the programs that groups.ts writes import it' },
  { path: 'test/patterns/fixtures/', reason: 'they are parsed and never run' },
  { path: 'test/sql/fixtures/', reason: 'their statements are read and never run' },
]

/** Folders that still have unused exports. The numbers may only decrease; remove a row at zero. */
const offenders: Readonly<Record<string, number>> = {
  rules: 3,
  'src/connectors': 1,
  'src/infra/claim': 8,
  'src/infra/db': 1,
  'src/infra/events': 5,
  'src/infra/media-worker': 2,
  'src/infra/queue': 6,
  'src/modules/accounts': 3,
  'src/modules/audit': 1,
  'src/modules/flags': 3,
  'src/modules/identity': 5,
  'src/modules/installation': 1,
  'src/modules/mail': 3,
  'src/modules/media': 5,
  'src/modules/plans': 1,
  'test/connector-suite': 9,
}

const unusedExports: Rule = {
  id: 'unused-exports',
  holds: 'Every export is imported by another file.',
  instead: 'Remove `export` if only its own file uses it, and delete it if nothing does.',
  *check(tree) {
    if (!tree.files.some(({ path }) => path === entry)) return
    const unused = listUnused(tree)
    for (const [folder, most] of Object.entries(offenders)) {
      const inside = unused.filter(({ file }) => file.startsWith(`${folder}/`))
      const [first] = inside
      const names = inside.map(({ file, name }) => `${file.slice(folder.length + 1)} ${name}`).join(', ')
      if (first && inside.length > most) {
        yield { ...first, found: `${folder} has ${inside.length} unused exports, and ${most} are allowed: ${names}` }
      }
    }
    for (const one of unused) {
      if (!Object.keys(offenders).some((folder) => one.file.startsWith(`${folder}/`))) yield one
    }
  },
}

/** Lists the exports that no other file imports. */
function listUnused(tree: Tree) {
  const used = usedNames(tree)
  return tree.files
    .filter(({ path }) => /\.m?ts$/.test(path) && !usedElsewhere.some((exception) => covers(exception.path, path)))
    .flatMap((file) =>
      exportsIn(file.scanned.code)
        .filter(({ name }) => !used(file.path, name))
        .map(({ name, at }) => {
          const isUsedInside = file.scanned.code.match(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))?.length !== 1
          const found = isUsedInside ? `only this file uses "${name}"` : `nothing uses "${name}"`
          return { file: file.path, line: lineAt(file.source, at), name, isUsedInside, found }
        }),
    )
}

function usedNames({ files }: Tree): (path: string, name: string) => boolean {
  const named = new Map<string, Set<string>>()
  /** Files that import everything from a file. Their code shows which names they use. */
  const whole = new Map<string, SourceFile[]>()
  for (const file of files) {
    for (const { to, names, text } of file.imports.map((edge) => ({ ...edge, text: file }))) {
      if (to === null) continue
      if (names.length === 0) whole.set(to, [...(whole.get(to) ?? []), text])
      else named.set(to, new Set([...(named.get(to) ?? []), ...names.map(originalName)]))
    }
  }
  return (path, name) =>
    named.get(path)?.has(name) === true ||
    (whole.get(path) ?? []).some(({ scanned }) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(scanned.code))
}

/** `type Person as Author` is the export `Person`. */
const originalName = (written: string): string => written.replace(/^type\s+/, '').split(/\s+/)[0] ?? ''

export const exportRules = [unusedExports]
