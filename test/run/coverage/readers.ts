import { basename, dirname, posix } from 'node:path'
import type { SourceFile, Tree } from '../../architecture/tree.ts'

export const isCode = (path: string): boolean => /\.(?:tsx?|mjs)$/.test(path)
export const isTest = (path: string): boolean => /^(?:src|test|sandbox|rules|sdk|tasks|cli)\/.*\.test\.ts$/.test(path)

/** Finds the files that import a file. */
export function importersOf(tree: Tree): (path: string) => Iterable<string> {
  const readers = new Map<string, Set<string>>()
  for (const file of tree.files)
    for (const { to, packageName } of file.imports) {
      const path = to ?? (packageName === '@posthorn/sdk' ? 'sdk/src/index.ts' : null)
      if (path) readers.set(path, (readers.get(path) ?? new Set()).add(file.path))
    }
  return (path) => readers.get(path) ?? []
}

/** Finds the files whose strings name a file: they start it or read it. */
export function namersOf(tree: Tree): (path: string) => Iterable<string> {
  const namers = new Map<string, Set<string>>()
  for (const file of tree.files)
    for (const name of namedIn(file)) namers.set(name, (namers.get(name) ?? new Set()).add(file.path))
  const names = [...namers.keys()]
  return (path) =>
    isCode(path)
      ? (namers.get(path) ?? [])
      : new Set(names.filter((name) => isNamed(path, name)).flatMap((name) => [...(namers.get(name) ?? [])]))
}

/** Lists the tests that import or read these files, directly or through others. */
export function testsReaching(paths: readonly string[], tree: Tree): readonly string[] {
  const [importers, namers] = [importersOf(tree), namersOf(tree)]
  const reached = new Set(paths)
  for (const path of reached) for (const reader of [...importers(path), ...namers(path)]) reached.add(reader)
  return tree.files.map(({ path }) => path).filter((path) => isTest(path) && reached.has(path))
}

/** True if a string in the code names this data file, a folder above it or a file with its name. */
const isNamed = (path: string, named: string): boolean =>
  path === named ||
  path.startsWith(`${named.replace(/\/$/, '')}/`) ||
  (basename(path).includes('.') && basename(named) === basename(path))

/** Lists the paths that the strings of a file may mean, from its own folder and from the root. */
function namedIn({ path, scanned }: SourceFile): readonly string[] {
  return scanned.strings
    .map(({ text }) => text)
    .filter((text) => /^[\w./-]+$/.test(text) && /[a-z]/.test(text))
    .flatMap((text) => [posix.normalize(posix.join(dirname(path), text)), posix.normalize(text)])
}
