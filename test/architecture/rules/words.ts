import { covers, type Exception, type Finding, type Rule } from '../rule.ts'
import { lineAt } from '../scan.ts'
import { partOf, type SourceFile, type Tree } from '../tree.ts'

/** A rule that patterns can check: where and in what they search, and the exceptions with their reasons. */
interface WordRule {
  readonly id: string
  readonly holds: string
  readonly instead: string
  readonly where: (file: SourceFile) => boolean
  readonly view: 'code' | 'comments' | 'source'
  readonly patterns: readonly RegExp[]
  readonly except?: readonly Exception[]
}

const production = (file: SourceFile): boolean => file.path.startsWith('src/') && !file.isTest
const everywhere = (): boolean => true
const inWeb = (file: SourceFile): boolean => /^web\/(?:src|public)\//.test(file.path) && !file.isTest
const inModules = (file: SourceFile): boolean =>
  production(file) && /^src\/(?:modules|app|main|connectors)\//.test(file.path)

const wordRules: readonly WordRule[] = [
  {
    id: 'environment',
    holds: 'The environment is read in src/main and parsed in src/infra/config, nowhere else.',
    instead: 'Add a setting to src/infra/config and take its value in deps.',
    where: production,
    view: 'code',
    patterns: [
      /\bprocess\s*\??\.\s*env\b/g,
      /\bprocess\s*\[/g,
      /\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g,
      /\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*(?=['"] {12}['"])/g,
    ],
    except: [
      { path: 'src/main/', reason: 'the entry points pass it on' },
      { path: 'src/infra/config/', reason: 'it is where the environment becomes settings' },
      { path: 'src/infra/config.ts', reason: 'it is where the environment becomes settings' },
    ],
  },
  {
    id: 'clock',
    holds: 'Time comes from a Clock, so that tests can move it.',
    instead: 'Take `clock: Clock` in deps and call clock.now().',
    where: production,
    view: 'code',
    patterns: [
      /\bDate\s*\.\s*now\b/g,
      /\bnew\s+Date\s*\(\s*\)/g,
      /\bnew\s+Date\b(?![ \t]*[(.\w<])/g,
      /(?<!new\s+)(?<![\w$.])Date\s*\(/g,
      /\bTemporal\s*\.\s*Now\b/g,
    ],
    except: [
      { path: 'src/infra/time/clock.ts', reason: 'it is the clock' },
      { path: 'src/infra/time/clock.ts', reason: 'it is the clock of a program without a database' },
      {
        path: 'src/infra/db/embedded/',
        reason: 'a server process starts and dies in real time, before any clock exists',
      },
    ],
  },
  {
    id: 'stopwatch',
    holds: 'The domain measures no real time; only infra may time its own work.',
    instead: 'Take the time from clock.now(), or let infra measure it.',
    where: inModules,
    view: 'code',
    patterns: [/\bperformance\s*\.\s*(?:now|timeOrigin)\b/g, /\bprocess\s*\.\s*(?:hrtime|uptime)\b/g],
  },
  {
    id: 'queries',
    holds: 'Only stores and infra use SQL.',
    instead: 'Write a function in the module’s store.ts whose first argument is `Db` or `Tx`, and call it.',
    where: (file) => inModules(file) && partOf(file.path) !== 'store',
    view: 'code',
    patterns: [
      /\.\s*(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\s*(?:<[^()]*>)?\(/g,
      /(?<![\w$.])sql\s*(?:<[^`]{0,300}?>)?`/g,
      /\b(?:pool|client|db|tx|connection)\s*\.\s*query\s*\(/g,
    ],
  },
  {
    id: 'made-up-answers',
    holds: 'Users see the body of a failure as the network’s own words, so connectors never invent one.',
    instead:
      'Throw answerFailure(answer, code), renamed(failure, code) or ownFailure(code) of connectors/api/json-api.ts.',
    where: production,
    view: 'code',
    patterns: [/\bnew\s+CallFailed\s*\(/g, /\bclass\s+\w+\s+extends\s+CallFailed\b/g],
    except: [
      { path: 'src/connectors/api/json-api.ts', reason: 'it builds them, and accepts only the body of a response' },
      { path: 'src/modules/accounts/network/http-for.ts', reason: 'it is the client that receives the responses' },
    ],
  },
  {
    id: 'no-any',
    holds: '`any` disables type checking for everything that uses it.',
    instead: 'Name the type, or take `unknown` and check it.',
    where: everywhere,
    view: 'code',
    patterns: [/(?:[:<,|&(=]|\bas\b|\bextends\b|=>)\s*(?:readonly\s+)?any\b(?![ \t]*[(:.\w])/g],
    except: [
      { path: 'test/harness/client.ts', reason: 'a test reads from a response what it expects to find' },
      { path: 'sandbox/networks/bluesky/tests/kit.ts', reason: 'the same, for the responses of a network' },
    ],
  },
  {
    id: 'no-ts-comments',
    holds: 'Compiler errors are not suppressed.',
    instead: 'Fix the type. Where data is parsed, use `as` next to a check.',
    where: everywhere,
    view: 'comments',
    patterns: [/@ts-(?:ignore|expect-error|nocheck)\b/g],
  },
  {
    id: 'doc-comments',
    holds: 'A doc comment begins with a verb or a noun, so that its first word says what the thing is or does.',
    instead: 'Write “Returns …”, “True when …” or “The lock order …” in place of “What …”, “Whether …” or “It …”.',
    where: everywhere,
    view: 'comments',
    patterns: [
      /\/\*\*\s*(?:\*\s*)?(?:What|Whatever|Whoever|Whom|Whose|Who|Whether|Which|Where|How|That|Those|Such|It|Its|They|Them|Of|By|With|Without|As|So|Then|Somebody|Nobody|Nothing|Something|Everything)\b/g,
    ],
    except: [{ path: 'sdk/src/generated/', reason: 'it is printed from the descriptions of the API' }],
  },
  {
    id: 'guarded-browser',
    holds:
      'Storage, locks, channels, workers and the clipboard may be missing or blocked, for example over plain HTTP or with site data disabled.',
    instead: 'Use web/src/lib/browser/, which works without them.',
    where: inWeb,
    view: 'code',
    patterns: [
      /\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b/g,
      /\bnavigator\s*\.\s*(?:clipboard|locks|serviceWorker|storage|share|canShare|credentials|mediaDevices|geolocation|wakeLock)\b/g,
      /\bcrypto\s*\.\s*(?:randomUUID|subtle)\b/g,
      /\bnew\s+(?:BroadcastChannel|SharedWorker|Worker|Notification)\b/g,
      /\bcaches\s*\./g,
    ],
    except: [
      { path: 'web/src/lib/browser/', reason: 'it is where they are guarded' },
      { path: 'web/src/app/offline/keep-shell.ts', reason: 'it guards the worker, which only it starts' },
      {
        path: 'web/src/app/offline/received-items.ts',
        reason: 'its page shows an error, and only a worker leads there',
      },
      { path: 'web/src/compose/saving/copies.ts', reason: 'its callers continue without a copy' },
      { path: 'web/public/theme.js', reason: 'it runs before any module, and guards its store' },
      { path: 'web/public/sw.js', reason: 'a worker runs only where all of these exist' },
    ],
  },
  {
    id: 'streams-by-reader',
    holds: 'Safari cannot iterate over a stream with `for await`.',
    instead: 'Read it with getReader(), and cancel the reader in `finally`.',
    where: inWeb,
    view: 'code',
    patterns: [/\bfor\s+await\b/g],
    except: [{ path: 'web/src/app/live/follow-live.ts', reason: 'it iterates over our own generator' }],
  },
  {
    id: 'one-clock',
    holds: 'The web app shows and reads times in the zone of the brand, never in that of the machine.',
    instead: 'Take days and minutes from web/src/lib/day.ts, format with web/src/lib/time.ts, and show a `ZonedTime`.',
    where: inWeb,
    view: 'code',
    patterns: [
      /\.\s*(?:get|set)(?:Date|Day|Hours|Minutes|Month|FullYear|TimezoneOffset)\s*\(/g,
      /\.\s*toLocale(?:Date|Time)String\s*\(/g,
      /\bIntl\s*\.\s*DateTimeFormat\b/g,
      /\bnew\s+Date\s*\(\s*[^()`'",]+,/g,
    ],
    except: [
      { path: 'web/src/lib/time.ts', reason: 'it formats in a zone' },
      { path: 'web/src/lib/zones.ts', reason: 'it finds the zone of the reader, and names zones' },
    ],
  },
  {
    id: 'typed-counts',
    holds:
      'Each keystroke in a field counts: input that is only taken on Enter or blur is lost when the form is submitted.',
    instead: 'Take the value in `onChange`, and block the form while it is invalid.',
    where: inWeb,
    view: 'code',
    patterns: [/\bonBlur\s*=/g],
    except: [
      {
        path: 'web/src/compose/media/edit/frame-numbers.tsx',
        reason: 'it only shows the number that the frame allows; each keystroke has already counted',
      },
      { path: 'web/src/compose/schedule/', reason: 'they only show errors; each keystroke has already counted' },
    ],
  },
  {
    id: 'only-types-to-strip',
    holds:
      'Node runs the source by stripping types, so enums, namespaces, decorators and parameter properties are not allowed.',
    instead: 'Use a union of literals, a module, a plain function, or a field that the constructor sets.',
    where: everywhere,
    view: 'code',
    patterns: [
      /^[ \t]*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+[A-Za-z_$]/gm,
      /^[ \t]*(?:export\s+)?(?:declare\s+)?(?:namespace|module)\s+[A-Za-z_$][\w$.]*\s*\{/gm,
      /^[ \t]*@[A-Za-z_$][\w$.]*(?:\(|[ \t]*$|\s+(?:export|class|async|static|private|public|readonly|get|set)\b)/gm,
      /\bconstructor\s*\((?:[^)]*,)?\s*(?:private|public|protected|readonly)\s+[A-Za-z_$]/g,
    ],
  },
  {
    id: 'no-default-exports',
    holds: 'Exports are named, so that a thing has the same name everywhere.',
    instead: 'Write `export function name` and import { name }.',
    where: everywhere,
    view: 'code',
    patterns: [/\bexport\s+default\b/g, /\bexport\s*\{[^}]*\bas\s+default\b/g],
    except: [
      { path: 'test/run/report.ts', reason: "Node's runner asks a reporter for it" },
      { path: 'web/vite.config.ts', reason: 'Vite asks a configuration for it' },
    ],
  },
  {
    id: 'no-skipped-tests',
    holds: 'No test is marked as skip, todo or only.',
    instead: 'Make it pass everywhere, or remove it.',
    where: (file) => file.isTest,
    view: 'code',
    patterns: [
      /\b(?:test|it|describe|suite)\s*\.\s*(?:skip|only|todo)\b/g,
      /\bt\s*\.\s*(?:skip|todo)\s*\(/g,
      /[{,]\s*(?:skip|only|todo)\s*:/g,
    ],
  },
]

const todo = /\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\): \S)/g

const numberedTodos: Rule = {
  id: 'numbered-todos',
  holds: 'Each TODO has an issue number.',
  instead: 'Write it as TODO(#214): what and when, or do it now.',
  *check(tree) {
    for (const file of tree.files) yield* find(file.path, file.source, file.scanned.comments, [todo])
    for (const file of tree.sql) yield* find(file.path, file.source, onlyComments(file.source, file.code), [todo])
  },
}

/** Patterns of SQL that asks the server for the time. Only `ph.now()` may, because tests replace its body. */
const serverTime = [
  /(?:(?<![\w$.])|\bpg_catalog\.)now\s*\(\s*\)/gi,
  /\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b/gi,
  /\b(?:clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(/gi,
  /'now'\s*::|\b(?:timestamptz|timestamp|date)\s+'now'/gi,
]
const definition = /create\s+(?:or\s+replace\s+)?function\s+ph\.now\s*\(\s*\)[^;]*;/gi

const sqlClock: Rule = {
  id: 'sql-clock',
  holds: 'SQL takes the time from ph.now(), which tests move together with the clock.',
  instead: 'Write ph.now().',
  *check(tree) {
    for (const file of tree.sql) {
      yield* find(
        file.path,
        file.source,
        file.code.replace(definition, (text) => text.replace(/[^\n]/g, ' ')),
        serverTime,
      )
    }
    for (const file of tree.files.filter(production)) {
      for (const { at, text } of file.scanned.strings) {
        for (const found of find(file.path, text, text, serverTime)) {
          yield { ...found, line: lineAt(file.source, at) + found.line - 1 }
        }
      }
      // Kysely's way to call a function by its name.
      for (const call of file.scanned.code.matchAll(/\bfn(?:\s*\.\s*agg)?\s*(?:<[^()]*>)?\(\s*['"] {3}['"]/g)) {
        const name = file.source.slice(call.index, call.index + call[0].length)
        if (/(['"])now\1$/.test(name)) yield { file: file.path, line: lineAt(file.source, call.index), found: name }
      }
    }
  },
}

/** Paths that exist only on a specific machine. */
const machinePath = [/(?<![\w.@*})/-])\/(?:work|home|Users|root|tmp)\/[\w.-]+/g, /\b[A-Z]:\\{1,2}[A-Za-z]/g]

const noMachinePaths: Rule = {
  id: 'no-machine-paths',
  holds: 'Nothing contains a path of a specific machine.',
  instead: 'Use a path relative to the project root, os.tmpdir(), or DATA_DIR.',
  *check(tree) {
    for (const { path, source } of [...tree.files, ...tree.sql, ...tree.texts])
      yield* find(path, source, source, machinePath)
  },
}

/** Credentials, recognized by their vendors' prefixes, and private keys. */
const credentials = [
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/g,
  /\bgithub_pat_\w{22,}/g,
  /\bxox[abeprs]-\d{8,}-[\w-]{10,}/g,
  /\bxapp-\d-[A-Z0-9]{8,}-\d{8,}-[0-9a-f]{20,}/g,
  /\bsk-(?:ant-|proj-)?[\w-]{32,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bAIza[\w-]{35}\b/g,
  /\b\d{8,10}:AA[\w-]{33}\b/g,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/=]{40,}/g,
]

/** Samples in a vendor's documentation, and values known to the sandbox. */
const isSample = /example|sandbox/i
/** The key of a server that runs only during this test. */
const ownKeysOfTests = ['src/infra/outbound/tls.test.ts', 'test/servers/tls-server.ts']

const noSecrets: Rule = {
  id: 'no-secrets',
  holds: 'The repository contains no credentials, not even old ones.',
  instead: 'Revoke the credential with its vendor, and let tests create their own.',
  *check(tree) {
    for (const { path, source } of [...tree.files, ...tree.sql, ...tree.texts]) {
      if (ownKeysOfTests.includes(path)) continue
      for (const found of find(path, source, source, credentials)) if (!isSample.test(found.found)) yield found
    }
  },
}

function onlyComments(source: string, code: string): string {
  return [...source].map((char, at) => (char === '\n' || code[at] !== char ? char : ' ')).join('')
}

function* find(file: string, source: string, view: string, patterns: readonly RegExp[]): Generator<Finding> {
  for (const pattern of patterns) {
    for (const match of view.matchAll(pattern)) {
      const at = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
      const found = source
        .slice(at, match.index + match[0].length)
        .replace(/\s+/g, ' ')
        .trim()
      yield { file, line: lineAt(source, at), found: `"${found}"` }
    }
  }
}

const asRule = (rule: WordRule): Rule => ({
  ...rule,
  *check(tree: Tree) {
    for (const file of tree.files.filter(rule.where)) {
      if (rule.except?.some((exception) => covers(exception.path, file.path))) continue
      yield* find(file.path, file.source, rule.view === 'source' ? file.source : file.scanned[rule.view], rule.patterns)
    }
  },
})

export const allWordRules = [...wordRules.map(asRule), numberedTodos, sqlClock, noMachinePaths, noSecrets]
