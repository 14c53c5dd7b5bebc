import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type Import, lineAt, type Scanned, scan, scanSql } from './scan.ts'

export interface SourceFile {
  /** The path from the root, with forward slashes. */
  readonly path: string
  readonly source: string
  readonly scanned: Scanned
  readonly imports: readonly Edge[]
  readonly isTest: boolean
}

export interface Edge extends Import {
  readonly line: number
  /** The path of the imported file, relative to the root; null for packages and missing files. */
  readonly to: string | null
  /** The imported package, such as `zod`, `@fastify/cors` or `node:fs`; null for our own files. */
  readonly packageName: string | null
}

export interface Tree {
  readonly root: string
  readonly files: readonly SourceFile[]
  readonly sql: readonly { readonly path: string; readonly source: string; readonly code: string }[]
  readonly texts: readonly { readonly path: string; readonly source: string }[]
}

export const aliases: Readonly<Record<string, string>> = {
  '#kernel/*': './src/kernel/*',
  '#infra/*': './src/infra/*',
  '#connectors/*': './src/connectors/*',
  '#modules/*': './src/modules/*',
  '#rules/*': './rules/*',
  '#sdk/*': './sdk/src/*',
  '#tasks/*': './tasks/*',
  '#cli/*': './cli/*',
  '#app/*': './src/app/*',
  '#test/*': './test/*',
  '#web/*': './web/src/*',
}

const codeFolders = ['src', 'test', 'bench', 'gen', 'bin', 'sandbox', 'web', 'sdk', 'rules', 'tasks', 'cli', 'build']
const notOurs = /(?:^|\/)(?:node_modules|dist(?:-[^/]+)?|\.[^/]+)(?:\/|$)|^test\/architecture\/fixtures\//

export function readTree(root: string): Tree {
  const paths = [...codeFolders, 'migrations', 'docs', 'clients']
    .flatMap((folder) => list(root, folder))
    .concat(topLevel(root))
    .sort()
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const there = new Set(paths)
  return {
    root,
    files: paths
      .filter((path) => /\.(?:ts|tsx|mts|mjs|cjs|js)$/.test(path))
      .map((path) => readSource(path, read(path), there)),
    sql: paths
      .filter((path) => /^migrations\/.*\.sql$/.test(path))
      .map((path) => ({ path, source: read(path), code: scanSql(read(path)) })),
    texts: paths
      .filter((path) => /\.(?:md|ya?ml)$|(?:^|\/)package\.json$/.test(path))
      .map((path) => ({ path, source: read(path) })),
  }
}

function list(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((path) => !notOurs.test(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const topLevel = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

function readSource(path: string, source: string, there: ReadonlySet<string>): SourceFile {
  const scanned = scan(source, !path.endsWith('x'))
  const imports = scanned.imports.map((found): Edge => {
    const specifier = found.specifier ?? ''
    const ours = resolve(path, specifier)
    const line = lineAt(source, found.at)
    if (ours !== null) return { ...found, line, to: there.has(ours) ? ours : null, packageName: null }
    return { ...found, line, to: null, packageName: specifier === '' ? null : packageOf(specifier) }
  })
  return { path, source, scanned, imports, isTest: /\.test\.tsx?$/.test(path) }
}

/** Returns the path that a specifier of a project file names, whether or not the file exists. Null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  for (const [alias, target] of Object.entries(aliases)) {
    const start = alias.slice(0, -1)
    if (specifier.startsWith(start)) return target.slice(2, -1) + specifier.slice(start.length)
  }
  return specifier.startsWith('#') ? specifier : null
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  if (specifier.startsWith('node:')) return parts[0] ?? specifier
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

/** `src/infra`, `src/modules`, …, or the top folder for what lies outside `src`. */
export function layerOf(path: string): string {
  const parts = path.split('/')
  return parts[0] === 'src' ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

/** The folder inside which imports are relative: one module, one network, one part of infra, or a whole layer. */
export function roomOf(path: string): string {
  const parts = dirname(path).split('/')
  const deep = /^src\/(?:infra|modules|connectors)(?:\/|$)/.test(path)
  return parts.slice(0, deep ? 3 : parts[0] === 'src' ? 2 : 1).join('/')
}

export function moduleOf(path: string): string | null {
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null
}

export type Part = 'schema' | 'routes' | 'actions' | 'store' | 'state'

/**
 * The part of a module that a file is: `store.ts`, `key-store.ts`, `store/keys.ts` and `sessions/store.ts` are all
 * stores. Null for tests and for files with other names.
 */
export function partOf(path: string): Part | null {
  const inside = /^src\/modules\/[^/]+\/(.*)\.ts$/.exec(path)?.[1] ?? ''
  const found = /(?:^|\/)(schema|routes|actions|store|state)\/|(?:^|[/-])(schema|routes|actions|store|state)$/.exec(
    inside,
  )
  return inside.endsWith('.test') ? null : ((found?.[1] ?? found?.[2] ?? null) as Part | null)
}
