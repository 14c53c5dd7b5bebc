import type { Rule } from '../rule.ts'
import { lineAt } from '../scan.ts'
import { moduleOf, type Part, partOf, type SourceFile, type Tree } from '../tree.ts'

/**
 * The module map. A module may use modules of lower levels, but not of the same level. A new module needs an entry
 * here, so that a reviewer sees the decision.
 */
const levels: readonly (readonly string[])[] = [
  [
    'plans',
    'audit',
    'flags',
    'mail',
    'secrets',
    'settings',
    'alerts',
    'backups',
    'installation',
    'sandbox',
    'mcp',
    'faces',
    'link-cards',
  ],
  ['identity'],
  ['profiles', 'billing', 'event-stream'],
  ['labels', 'directory'],
  ['media', 'accounts', 'webhooks', 'notices'],
  ['publishing', 'connecting', 'quota', 'views', 'stock'],
  ['posts'],
  ['analytics', 'captions', 'sharing', 'texts', 'mentions', 'team-comments', 'inbox'],
  ['planning', 'chat', 'guests', 'network-callbacks'],
  ['admin'],
]

const levelOf = (name: string): number => levels.findIndex((level) => level.includes(name))

/** The parts and layers that each part of a module may not import. Type imports are allowed. */
const faces: Readonly<
  Record<Part, { readonly mayNot: readonly Part[]; readonly rooms: readonly string[]; readonly why: string }>
> = {
  schema: {
    mayNot: ['store', 'actions', 'routes'],
    rooms: ['src/infra/db/'],
    why: 'it defines the wire format, not tables',
  },
  routes: { mayNot: ['store'], rooms: ['src/infra/db/'], why: 'it calls actions and never runs queries' },
  actions: { mayNot: ['routes'], rooms: ['src/infra/http/'], why: 'they are independent of HTTP' },
  store: {
    mayNot: ['actions', 'routes', 'schema'],
    rooms: ['src/infra/http/'],
    why: 'it only runs queries and makes no decisions',
  },
  state: { mayNot: ['store', 'actions', 'routes', 'schema'], rooms: ['src/infra/'], why: 'it is pure' },
}

function* modulesFiles(tree: Tree): Generator<{ file: SourceFile; name: string }> {
  for (const file of tree.files) {
    const name = moduleOf(file.path)
    if (name !== null) yield { file, name }
  }
}

const moduleMap: Rule = {
  id: 'module-map',
  holds: 'Each module has a level in the map and uses only modules of lower levels.',
  instead:
    'Emit an event, declare a query that app implements, or deliberately move the module in test/architecture/rules/modules.ts.',
  *check(tree) {
    const unknown = new Set<string>()
    for (const { file, name } of modulesFiles(tree)) {
      if (levelOf(name) < 0 && !unknown.has(name)) {
        unknown.add(name)
        yield { file: file.path, line: 1, found: `the module ${name} has no level` }
      }
      for (const edge of file.imports) {
        const other = edge.to === null ? null : moduleOf(edge.to)
        if (other === null || other === name || levelOf(name) < 0) continue
        if (levelOf(other) >= levelOf(name)) {
          yield {
            file: file.path,
            line: edge.line,
            found: `${name} (level ${levelOf(name)}) uses ${other} (level ${levelOf(other)})`,
          }
        }
      }
    }
  },
}

const moduleDoor: Rule = {
  id: 'module-door',
  holds: 'A module is imported only through its index.ts. app also imports its routes.ts and jobs.ts for its tables.',
  instead: 'Export the function from the module’s index.ts, and import that.',
  *check(tree) {
    for (const file of tree.files) {
      if (!file.path.startsWith('src/')) continue
      for (const edge of file.imports) {
        const other = edge.to === null ? null : moduleOf(edge.to)
        if (edge.to === null || other === null || other === moduleOf(file.path)) continue
        if (edge.to !== `src/modules/${other}/index.ts`) {
          yield { file: file.path, line: edge.line, found: `${edge.to} is inside ${other}` }
        }
      }
    }
  },
}

const moduleIndex: Rule = {
  id: 'module-index',
  holds: 'Each module has an index.ts that only re-exports what others may use and contains no logic.',
  instead: "Move the function to a separate file and re-export it in index.ts: export { usageOf } from './usage.ts'.",
  *check(tree) {
    const names = new Map<string, SourceFile>()
    for (const { file, name } of modulesFiles(tree)) if (!names.has(name)) names.set(name, file)
    for (const [name, first] of names) {
      const index = tree.files.find((file) => file.path === `src/modules/${name}/index.ts`)
      if (!index) yield { file: first.path, line: 1, found: `src/modules/${name} has no index.ts` }
      const left =
        index?.scanned.code.replace(
          /\bexport\s+(?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s*from\s*(['"])[^'"]*\1;?/g,
          blankLines,
        ) ?? ''
      const line = left.split('\n').findIndex((text) => text.trim() !== '')
      if (index && line >= 0)
        yield {
          file: index.path,
          line: line + 1,
          found: `"${left.split('\n')[line]?.trim()}" is not a re-export`,
        }
    }
  },
}

const blankLines = (text: string): string => text.replace(/[^\n]/g, '')

const moduleFaces: Rule = {
  id: 'module-faces',
  holds:
    'Each file of a module has one part: schema the wire format, routes access and responses, actions the use cases, store the queries, state the transitions.',
  instead: 'Move the code to the file with this part (ARCHITECTURE.md, "The face of a module").',
  *check(tree) {
    for (const { file, name } of modulesFiles(tree)) {
      const part = partOf(file.path)
      if (part === null) continue
      const { mayNot, rooms, why } = faces[part]
      for (const { to, typeOnly, line } of file.imports) {
        if (to === null || typeOnly) continue
        const other = moduleOf(to) === name ? partOf(to) : null
        if (rooms.some((room) => to.startsWith(room)) || (other !== null && mayNot.includes(other))) {
          yield { file: file.path, line, found: `${part} imports ${to}, yet ${why}` }
        }
      }
    }
  },
}

const declaresRoutes = 'src/infra/http/route.ts'

const flatRoutes: Rule = {
  id: 'flat-routes',
  holds: 'Each operation is one flat declaration: only route adds routes to the server.',
  instead: `Write route(app, { get: '/v1/…', id, access, answers, does }); ${declaresRoutes} has all members.`,
  *check(tree) {
    for (const { path, isTest, scanned } of tree.files) {
      if (!path.startsWith('src/') || isTest || path === declaresRoutes) continue
      const servers = [
        'app',
        ...[...scanned.code.matchAll(/\b(\w+)\s*:\s*(?:Edge|FastifyInstance)\b/g)].map(([, name]) => name),
      ]
      const calls = `\\b(?:${servers.join('|')})\\s*\\.\\s*(?:get|post|put|patch|delete|head|options|all|route)\\s*[<(]`
      for (const call of scanned.code.matchAll(new RegExp(calls, 'g')))
        yield { file: path, line: lineAt(scanned.code, call.index), found: `"${call[0]}" adds a route` }
    }
  },
}

export const moduleRules = [moduleMap, moduleDoor, moduleIndex, moduleFaces, flatRoutes]
