import { posix } from 'node:path'
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

const unusedExports: Rule = {
  id: 'unused-exports',
  holds: 'Every export is imported by another file.',
  instead: 'Remove `export` if only its own file uses it, and delete it if nothing does.',
  *check(tree) {
    if (!tree.files.some(({ path }) => path === entry)) return
    yield* listUnused(tree)
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
          return { file: file.path, line: lineAt(file.source, at), found }
        }),
    )
}

/**
 * Tells which exports are used. An export that a file only passes on is used if what the file exports is. The name of an
 * index counts only if a file outside its folder imports it.
 */
function usedNames({ files }: Tree): (path: string, name: string) => boolean {
  const named = new Map<string, Set<string>>()
  /** Files that import everything from a file. Their code shows which names they use. */
  const whole = new Map<string, SourceFile[]>()
  /** The files and names under which an export is passed on; `*` for all of a file. */
  const passedOn = new Map<string, { readonly by: string; readonly name: string }[]>()
  const add = <Item>(to: Map<string, Item[]>, key: string, item: Item): void => {
    to.set(key, [...(to.get(key) ?? []), item])
  }
  for (const file of files) {
    for (const { to, names, isPassedOn } of file.imports) {
      if (to === null || (isModuleIndex(to) && file.path.startsWith(`${posix.dirname(to)}/`))) continue
      if (isPassedOn && names.length === 0) add(passedOn, `${to} *`, { by: file.path, name: '*' })
      else if (isPassedOn)
        for (const name of names) add(passedOn, `${to} ${originalName(name)}`, { by: file.path, name: givenName(name) })
      else if (names.length === 0) add(whole, to, file)
      else named.set(to, new Set([...(named.get(to) ?? []), ...names.map(originalName)]))
    }
  }
  const isUsed = (path: string, name: string, seen: ReadonlySet<string> = new Set()): boolean => {
    const key = `${path} ${name}`
    if (seen.has(key)) return false
    return (
      usedElsewhere.some((exception) => covers(exception.path, path)) ||
      named.get(path)?.has(name) === true ||
      (whole.get(path) ?? []).some(({ scanned }) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(scanned.code)) ||
      [...(passedOn.get(key) ?? []), ...(passedOn.get(`${path} *`) ?? [])].some((one) =>
        isUsed(one.by, one.name === '*' ? name : one.name, new Set([...seen, key])),
      )
    )
  }
  return isUsed
}

const isModuleIndex = (path: string): boolean => /^src\/(?:modules|infra)\/[^/]+\/index\.ts$/.test(path)

/** `type Person as Author` is the export `Person`. */
const originalName = (written: string): string => written.replace(/^type\s+/, '').split(/\s+/)[0] ?? ''

/** `type Person as Author` is passed on as `Author`. */
const givenName = (written: string): string => written.split(/\s+/).at(-1) ?? ''

export const exportRules = [unusedExports]
