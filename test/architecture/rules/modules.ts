import type { Rule } from '../rule.ts'
import { moduleOf, type Part, partOf, type SourceFile, type Tree } from '../tree.ts'

/**
 * The module map. A module may use modules of lower levels; modules of one level do not know each other. A new module
 * needs a new entry here, so that a reviewer sees the decision.
 */
const levels: readonly (readonly string[])[] = [
  ['plans', 'audit', 'flags', 'mail', 'secrets', 'settings', 'alerts', 'backups', 'installation', 'sandbox', 'mcp'],
  ['identity'],
  ['profiles', 'billing', 'event-stream'],
  ['media', 'accounts', 'webhooks'],
  ['publishing', 'connecting', 'quota'],
  ['posts', 'network-callbacks'],
  ['analytics', 'captions', 'sharing'],
  ['planning', 'chat'],
  ['admin'],
]

const levelOf = (name: string): number => levels.findIndex((level) => level.includes(name))

/** The parts and layers that each part of a module may not import. Types alone are allowed. */
const faces: Readonly<
  Record<Part, { readonly mayNot: readonly Part[]; readonly rooms: readonly string[]; readonly why: string }>
> = {
  schema: { mayNot: ['store', 'actions', 'routes'], rooms: ['src/infra/db/'], why: 'it knows the wire and no tables' },
  routes: { mayNot: ['store'], rooms: ['src/infra/db/'], why: 'it calls actions and never queries' },
  actions: { mayNot: ['routes'], rooms: ['src/infra/http/'], why: 'they know no HTTP' },
  store: { mayNot: ['actions', 'routes', 'schema'], rooms: ['src/infra/http/'], why: 'it queries and decides nothing' },
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
    'Emit an event, ask a named question that app answers, or move the module in test/architecture/rules/modules.ts on purpose.',
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
  holds:
    'A module is entered by its index.ts only; app also reads its routes.ts and jobs.ts, to put them into its tables.',
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
  holds: 'Each module has an index.ts that only passes on what others may use; it contains no logic.',
  instead: "Write the function in a file of its own and name it in index.ts: export { usageOf } from './usage.ts'.",
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
          found: `"${left.split('\n')[line]?.trim()}" is no export from a file`,
        }
    }
  },
}

const blankLines = (text: string): string => text.replace(/[^\n]/g, '')

const moduleFaces: Rule = {
  id: 'module-faces',
  holds:
    'Each file of a module keeps to its part: schema the wire, routes access and answers, actions the use cases, store the queries, state the moves.',
  instead: 'Move the lines to the file whose part it is (ARCHITECTURE.md, "The face of a module").',
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

export const moduleRules = [moduleMap, moduleDoor, moduleIndex, moduleFaces]
