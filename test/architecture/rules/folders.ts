import { dirname } from 'node:path/posix'
import { languages } from '#rules/languages/languages.ts'
import { covers, type Exception, type Rule } from '../rule.ts'
import { partOf, type Tree } from '../tree.ts'

const maxFiles = 25

/** The file that starts the program. In a tree without it, usage and order cannot be determined. */
const entry = 'src/main/cli.ts'

const isWhole = (tree: Tree): boolean => tree.files.some(({ path }) => path === entry)

const folderSize: Rule = {
  id: 'folder-size',
  holds: `No folder directly contains more than ${maxFiles} files, including tests.`,
  instead: 'Merge files that implement one idea, or move related files to a folder named after their purpose.',
  *check(tree) {
    const folders = Map.groupBy(tree.files, ({ path }) => dirname(path))
    for (const [folder, files] of folders) {
      const [first] = files
      if (first && files.length > maxFiles)
        yield { file: first.path, line: 1, found: `${folder} has ${files.length} files` }
    }
  },
}

/** The length up to which a file with one importer belongs in that importer. */
const smallLines = 20

/** Small files with one importer that stay apart, with the reason. */
const smallOnes: readonly Exception[] = [
  { path: 'src/connectors/', reason: 'each network has the same files, whatever their length' },
  { path: 'src/app/meters.ts', reason: 'a separate table, as ARCHITECTURE.md says' },
  { path: 'src/infra/http/request/notice-proxy.ts', reason: 'its importer, server.ts, is long' },
  { path: 'web/src/i18n/areas.ts', reason: 'a table that developers extend' },
  ...Object.keys(languages).map((language) => ({
    path: `web/src/i18n/${language}/admin-places.ts`,
    reason: 'it loads with the first page, and the other texts of the area do not',
  })),
  {
    path: 'web/src/i18n/isolate.ts',
    reason: 'a rule for bidirectional text, which has nothing to do with loading texts',
  },
]

/**
 * True if an importer can absorb a file. A file that is loaded lazily, by a test, from another branch of the tree, or
 * by an `index.ts` that only re-exports has to stay separate.
 */
function mayTakeIn(importer: string, path: string): boolean {
  const [folder, other] = [dirname(importer), dirname(path)]
  const isNear = `${folder}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${folder}/`)
  return isNear && !/^src\/(?:modules|infra)\/.*\/index\.ts$/.test(importer)
}

/** Returns the importers of each file. An importer that cannot absorb it ends in ` apart`. */
function listImporters(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const file of tree.files) {
    for (const { to, dynamic } of file.imports) {
      if (to === null) continue
      const from = dynamic || file.isTest || !mayTakeIn(file.path, to) ? `${file.path} apart` : file.path
      importers.set(to, (importers.get(to) ?? new Set()).add(from))
    }
  }
  return importers
}

const smallFiles: Rule = {
  id: 'small-files',
  holds: `A file of up to ${smallLines} lines has more than one importer.`,
  instead:
    'Move it into its importer, or with others that hold the same idea into one file; or list it in test/architecture/rules/folders.ts with the reason.',
  *check(tree) {
    if (!isWhole(tree)) return
    const importersOf = listImporters(tree)
    for (const { path, source, isTest } of tree.files) {
      const [importer, ...others] = importersOf.get(path) ?? []
      if (importer === undefined || importer.endsWith(' apart') || others.length > 0) continue
      if (isTest || !/^(?:src|web\/src)\//.test(path) || smallOnes.some((exception) => covers(exception.path, path)))
        continue
      const isOwnPart = partOf(path) !== partOf(importer) || /\/(?:index|jobs|deps)\.ts$/.test(path)
      const lines = source.replace(/\n$/, '').split('\n').length
      if (lines <= smallLines && !isOwnPart) {
        yield { file: path, line: 1, found: `${lines} lines that only ${importer} imports` }
      }
    }
  },
}

/**
 * The folders of the largest rooms, upper ones first. A folder may import folders below it. Files directly in the room,
 * such as `index.ts` and `deps.ts`, may import all folders and be imported by all. An entry may also be a file.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'src/modules/posts/': [
    'bulk-edit',
    'many',
    'csv',
    'forecast',
    'rehearsal',
    'presence',
    'routes',
    'actions',
    'dispatch',
    'reading',
    'approvals',
    'check',
    'draft',
    'schema',
    'outcomes',
    'store',
  ],
  'src/modules/publishing/': ['tests', 'actions', 'run', 'write', 'quota', 'decide', 'store'],
  'src/modules/identity/': [
    'connected-apps',
    'request-log',
    'api-keys',
    'passkeys',
    'company',
    'outer-provider',
    'sign-up',
    'sessions',
    'passwords',
    'email',
    'second-factor',
    'webauthn',
    'provider',
    'users',
    'people',
  ],
  'web/src/': [
    'app/router.tsx',
    'app/routes',
    'app/frame/shell.tsx',
    'app/frame/load-background.ts',
    'app/frame/background.tsx',
    'app/palette',
    'app/frame',
    'app/as-code',
    'pages',
    'app/late-faults.ts',
    'app/fault-pages.tsx',
    'app/offline',
    'app/live',
    'app/weather',
    'compose',
    'posts',
    'app/rights',
    'app',
    'charts',
    'ui',
    'lib',
    'icons',
    'i18n',
  ],
}

/** Imports against the order, with the reason. */
const against: readonly { readonly from: string; readonly to: string; readonly reason: string }[] = [
  {
    from: 'src/modules/identity/people/actions.ts',
    to: 'src/modules/identity/sign-up/store.ts',
    reason: 'a user who leaves takes the invitations to sign up with them',
  },
  {
    from: 'src/modules/identity/provider/key-ring.ts',
    to: 'src/modules/identity/sign-up/store.ts',
    reason: 'the first key and the first user are created under the same lock',
  },
  {
    from: 'src/modules/identity/second-factor/second-factor.ts',
    to: 'src/modules/identity/passwords/mails.ts',
    reason: 'guesses of codes and of passwords send the same warning',
  },
  {
    from: 'web/src/i18n/frame.ts',
    to: 'web/src/lib/',
    reason: 'the chosen language is stored like every other choice',
  },
]

/** Returns the index of the entry that covers a path. -1 for a file directly in the room, undefined for a new folder. */
function placeOf(order: readonly string[], path: string): number | undefined {
  const fits = (entry: string) => path === entry || path.startsWith(`${entry}/`)
  const [entry] = order.filter(fits).sort((a, b) => b.length - a.length)
  if (entry !== undefined) return order.indexOf(entry)
  return path.includes('/') ? undefined : -1
}

const folderOrder: Rule = {
  id: 'folder-order',
  holds: 'In posts, publishing, identity and the web app, folders import only folders below them.',
  instead:
    'Move the code that both need to the lower folder; or change the order in test/architecture/rules/folders.ts, and in ARCHITECTURE.md.',
  *check(tree) {
    if (!isWhole(tree)) return
    for (const file of tree.files) {
      const room = Object.keys(orders).find((start) => file.path.startsWith(start))
      const order = room === undefined ? undefined : orders[room]
      if (room === undefined || order === undefined || file.isTest) continue
      const place = placeOf(order, file.path.slice(room.length))
      if (place === undefined)
        yield { file: file.path, line: 1, found: `${dirname(file.path)} has no place in the order` }
      if (place === undefined || place < 0) continue
      for (const { to, line } of file.imports) {
        if (to === null || !to.startsWith(room)) continue
        const other = placeOf(order, to.slice(room.length))
        const isListed = against.some((row) => covers(row.from, file.path) && covers(row.to, to))
        if (other !== undefined && other >= 0 && other < place && !isListed) {
          yield { file: file.path, line, found: `${order[place]} imports ${to}, and ${order[other]} is above it` }
        }
      }
    }
  },
}

export const folderRules = [folderSize, smallFiles, folderOrder]
