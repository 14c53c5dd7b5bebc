import type { Finding, Rule } from '../rule.ts'
import { layerOf, moduleOf, roomOf, type SourceFile, type Tree } from '../tree.ts'

/**
 * The layers that each layer may import, in addition to itself. A layer that is not listed may not import other layers.
 */
const direction: Readonly<Record<string, readonly string[]>> = {
  'src/main': ['src/app', 'src/modules', 'src/connectors', 'src/infra', 'src/kernel', 'rules', 'cli'],
  'src/app': ['src/modules', 'src/connectors', 'src/infra', 'src/kernel', 'rules', 'tasks', 'sdk', 'cli'],
  'src/modules': ['src/connectors', 'src/infra', 'src/kernel', 'rules', 'tasks'],
  'src/connectors': ['src/kernel', 'rules'],
  'src/infra': ['src/kernel', 'rules'],
  'src/kernel': ['rules'],
  rules: [],
  sandbox: [],
  sdk: [],
  // A client of the API like any other, so that a task can do only what an API key can.
  tasks: ['sdk', 'rules'],
  // The commands for users: clients of the API on any machine, which load no code of the service.
  cli: ['tasks', 'sdk', 'rules', 'src/kernel'],
  web: ['sdk', 'rules'],
  // Programs that test or measure the application. They may import from every layer.
  test: [
    'src/main',
    'src/app',
    'src/modules',
    'src/connectors',
    'src/infra',
    'src/kernel',
    'sandbox',
    'rules',
    'tasks',
    'cli',
    'gen',
    'build',
    'sdk',
    'web',
  ],
  bench: [
    'src/main',
    'src/app',
    'src/modules',
    'src/connectors',
    'src/infra',
    'src/kernel',
    'sandbox',
    'rules',
    'tasks',
    'sdk',
    'test',
  ],
  gen: [
    'src/main',
    'src/app',
    'src/modules',
    'src/connectors',
    'src/infra',
    'src/kernel',
    'rules',
    'tasks',
    'cli',
    'test',
  ],
  // The program that makes packages.
  build: ['src/app', 'src/infra'],
  bin: ['src/main'],
}

function* eachEdge(tree: Tree) {
  for (const file of tree.files) for (const edge of file.imports) yield { file, edge }
}

const at = (file: SourceFile, line: number, found: string): Finding => ({ file: file.path, line, found })

const importDirection: Rule = {
  id: 'import-direction',
  holds:
    'Imports go one way: main → app → modules → { connectors, infra } → kernel; sandbox, sdk and rules import no other layer, tasks only sdk and rules, and cli only those and kernel.',
  instead:
    'Move shared code to the lower layer, pass it as an argument, or emit an event that the upper layer handles.',
  *check(tree) {
    for (const { file, edge } of eachEdge(tree)) {
      if (edge.to === null) continue
      const from = layerOf(file.path)
      const to = layerOf(edge.to)
      // A test next to its file may use the harness.
      const mayTest = file.isTest && to === 'test'
      if (from !== to && !mayTest && !direction[from]?.includes(to)) {
        yield at(file, edge.line, `${from} imports ${edge.to}`)
      }
    }
  },
}

const rulesStandAlone: Rule = {
  id: 'rules-stand-alone',
  holds: 'rules/ also runs in the browser, so it imports no packages.',
  instead: 'Write it as data or as a pure function. Code that needs a package belongs to the layer that calls it.',
  *check(tree) {
    for (const { file, edge } of eachEdge(tree)) {
      if (layerOf(file.path) === 'rules' && !file.isTest && edge.packageName !== null) {
        yield at(file, edge.line, `rules imports ${edge.packageName}`)
      }
    }
  },
}

const importsResolve: Rule = {
  id: 'import-resolves',
  holds: 'Every import of a project file names an existing file with its extension, as a literal.',
  instead: "Write the full path as a literal, such as '#kernel/errors.ts' or './store.ts'.",
  *check(tree) {
    for (const { file, edge } of eachEdge(tree)) {
      if (edge.specifier === null) {
        if (!computed.some((exception) => exception.path === file.path))
          yield at(file, edge.line, 'import() of something computed')
      } else if (edge.to === null && edge.packageName === null && !generated.test(edge.specifier)) {
        yield at(file, edge.line, `no file at '${edge.specifier}'`)
      }
    }
  },
}

/** Build output, which is not committed. */
const generated = /\/dist\//

/** Imports whose module is known only at run time, with the reason. */
const computed: readonly { readonly path: string; readonly reason: string }[] = [
  {
    path: 'web/src/lib/make-import.ts',
    reason: 'retries a module that failed to load from the URL that the browser reported',
  },
]

const importsByAlias: Rule = {
  id: 'import-by-alias',
  holds: 'Imports within a room are relative; imports from another room use the alias, so that they are visible.',
  instead: "Write '#infra/…', '#kernel/…' or '#modules/…' across rooms and './…' inside one.",
  *check(tree) {
    for (const { file, edge } of eachEdge(tree)) {
      if (edge.to === null || edge.specifier === null || !file.path.startsWith('src/')) continue
      const relative = edge.specifier.startsWith('.')
      const sameRoom = roomOf(file.path) === roomOf(edge.to)
      if (relative && !sameRoom) yield at(file, edge.line, `'${edge.specifier}' leaves ${roomOf(file.path)}`)
      if (!relative && sameRoom && roomOf(file.path) !== 'src/infra') {
        yield at(file, edge.line, `'${edge.specifier}' is in ${roomOf(file.path)} itself`)
      }
    }
  },
}

const noCycles: Rule = {
  id: 'no-cycles',
  holds: 'No file imports itself through other files, including type imports.',
  instead: 'Move the code that both need to a separate file below them.',
  *check(tree) {
    const files = new Map(tree.files.map((file) => [file.path, file]))
    const done = new Set<string>()
    const cycles: Finding[] = []
    const walk = (path: string, trail: readonly string[]) => {
      const seen = trail.indexOf(path)
      const file = files.get(path)
      if (seen >= 0) {
        const last = files.get(trail.at(-1) ?? '')
        const line = last?.imports.find((edge) => edge.to === path)?.line ?? 1
        cycles.push({ file: last?.path ?? path, line, found: [...trail.slice(seen), path].join(' → ') })
      }
      if (seen >= 0 || done.has(path) || !file) return
      for (const edge of file.imports) if (edge.to !== null) walk(edge.to, [...trail, path])
      done.add(path)
    }
    for (const file of tree.files) walk(file.path, [])
    yield* cycles
  },
}

/** Folders of code that several networks share; not networks themselves. */
const shared = ['api', 'check', 'contract', 'link-card', 'meta', 'search', 'verdicts']

const networksApart: Rule = {
  id: 'networks-apart',
  holds: 'Networks do not import each other.',
  instead:
    'Repeat the few lines, or move them to one of the folders that networks share (test/architecture/rules/imports.ts lists them).',
  *check(tree) {
    const networkOf = (path: string) => /^(?:src\/connectors|sandbox\/networks)\/([^/]+)\//.exec(path)?.[1] ?? null
    for (const { file, edge } of eachEdge(tree)) {
      if (edge.to === null || layerOf(file.path) !== layerOf(edge.to)) continue
      const [from, to] = [networkOf(file.path), networkOf(edge.to)]
      const isTestOfShared = file.isTest && from !== null && shared.includes(from)
      if (from !== null && to !== null && from !== to && !shared.includes(to) && !isTestOfShared)
        yield at(file, edge.line, `${from} imports ${edge.to}`)
    }
  },
}

const testsStayOut: Rule = {
  id: 'tests-stay-out',
  holds: 'Production code imports no test files.',
  instead: 'Move the code that both need from the test to the file under test.',
  *check(tree) {
    for (const { file, edge } of eachEdge(tree)) {
      const inHouse = file.path.startsWith('src/') || file.path.startsWith('bin/')
      if (inHouse && !file.isTest && edge.to !== null && /\.test\.ts$/.test(edge.to)) {
        yield at(file, edge.line, `${moduleOf(file.path) ?? file.path} imports ${edge.to}`)
      }
    }
  },
}

export const importRules = [
  importDirection,
  rulesStandAlone,
  importsResolve,
  importsByAlias,
  noCycles,
  networksApart,
  testsStayOut,
]
