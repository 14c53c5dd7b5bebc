import { execFileSync } from 'node:child_process'
import { basename, dirname, posix } from 'node:path'
import { readTree, type SourceFile, type Tree } from '../architecture/tree.ts'

/** Changes to these reach every test: what is installed, the database that tests copy, and how tests run. */
const reachesAll = /^(?:package(?:-lock)?\.json|tsconfig\.json|migrations\/.*|test\/run\/.*)$/
const isCode = /\.(?:ts|mjs)$/
const isTest = /^(?:src|test|sandbox|rules|sdk|tasks|cli)\/.*\.test\.ts$/

/** Lists the files that differ from a commit, uncommitted and new ones included. */
function listChanged(root: string, since: string): readonly string[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const [base = since] = git('merge-base', since, 'HEAD')
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')].filter(Boolean)
}

/** Lists the tests that changes to these files can affect. Null if all of them. */
export function testsReachedBy(changed: readonly string[], tree: Tree): readonly string[] | null {
  if (changed.some((path) => reachesAll.test(path))) return null
  const readers = readersOf(tree, changed)
  const reached = new Set(changed)
  for (const path of reached) for (const reader of readers(path)) reached.add(reader)
  return tree.files.map(({ path }) => path).filter((path) => isTest.test(path) && reached.has(path))
}

/** Finds the files that import a file, start it or read it. */
function readersOf(tree: Tree, changed: readonly string[]): (path: string) => Iterable<string> {
  const readers = new Map<string, Set<string>>()
  const note = (path: string, reader: string) => readers.set(path, (readers.get(path) ?? new Set()).add(reader))
  const there = new Set([...tree.files.map(({ path }) => path), ...changed])
  const others = changed.filter((path) => !isCode.test(path))
  for (const file of tree.files) {
    for (const { to, packageName } of file.imports) {
      if (to) note(to, file.path)
      else if (packageName === '@posthorn/sdk') note('sdk/src/index.ts', file.path)
    }
    for (const named of namedIn(file)) {
      if (there.has(named)) note(named, file.path)
      for (const other of others) if (isNamed(other, named)) note(other, file.path)
    }
  }
  return (path) => readers.get(path) ?? []
}

/** True when a text in code names this file, a folder above it, or a file of its name. */
const isNamed = (path: string, named: string): boolean =>
  path.startsWith(`${named.replace(/\/$/, '')}/`) ||
  (basename(path).includes('.') && basename(named) === basename(path))

/** Lists the paths that the strings of a file may mean, from its own folder and from the root. */
function namedIn({ path, scanned }: SourceFile): readonly string[] {
  return scanned.strings
    .map(({ text }) => text)
    .filter((text) => /^[\w./-]+$/.test(text) && /[a-z]/.test(text))
    .flatMap((text) => [posix.normalize(posix.join(dirname(path), text)), posix.normalize(text)])
}

/** Lists the tests that the changes since a commit can affect. Null if all of them. */
export const changedTests = (root: string, since: string): readonly string[] | null =>
  testsReachedBy(listChanged(root, since), readTree(root))
