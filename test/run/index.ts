import { mkdir } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { keepRecord } from './coverage/record.ts'
import { makeRunFolder } from './folder.ts'
import { pickTests } from './pick.ts'
import { buildProgram } from './program.ts'
import { keepRed } from './red.ts'
import { isFile } from './report.ts'
import { runSuite } from './suite.ts'

/**
 * Runs the suite, or the given files: starts one PostgreSQL for all of them when a test first needs it, with the
 * template database that each test file copies, and always cleans up. The suite's files share a few processes; files
 * that are given, or selected by a flag of Node's runner, have one each. `--long` runs the long tests instead of the
 * others. `--changed` runs the files of both kinds that call what uncommitted changes touch, `--changed=main` those
 * that call what a branch touches, `--red` those that failed in the last run. `TEST_DATABASE_URL` names another server
 * to run on.
 */
const startedAt = new Date()
const { files, flags, isShared, whyNone, note, records } = await pickTests(process.argv.slice(2))
if (note) console.log(note)
if (files.length === 0) {
  console.log(whyNone)
  process.exit(0)
}
keepRed(null)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort(signal))

await using cleanUp = new AsyncDisposableStack()
const { folder, temporary, remove } = await makeRunFolder()
cleanUp.defer(remove)
// All processes load the same sources, which are compiled once, here and before any other process starts.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled')
enableCompileCache(compiled)
const say = (message: string) => console.log(message)
let opened: ReturnType<typeof startServer> | null = null
async function startServer() {
  const { startTestServer } = await import('./postgres.ts')
  return await startTestServer({ url: process.env.TEST_DATABASE_URL ?? null, folder, say })
}
const openServer = async () => {
  opened ??= startServer()
  return (await opened).connection
}
cleanUp.defer(async () => await (await opened?.catch(() => null))?.stop())
if (isShared)
  await Promise.all([
    openServer(),
    import('../harness/app.ts'),
    import('../../src/main/answer.ts'),
    import('#app/run.ts'),
    import('#app/commands/user.ts'),
  ])
flushCompileCache()
const program = isShared ? await buildProgram(join(folder, 'program')) : undefined
const called = isShared && records ? join(folder, 'called') : null
if (called) await mkdir(called)
const red = await runSuite(files.toSorted(), {
  isShared,
  flags,
  folder: join(folder, 'groups'),
  /**
   * One more than the cores of a small machine, because tests also wait. A fourth took 8 % more CPU time, because each
   * process loads and warms up everything separately.
   */
  processes: 3,
  called,
  environment: {
    ...process.env,
    ...(program && { POSTHORN_TEST_PROGRAM: program }),
    NODE_ENV: 'test',
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: compiled,
  },
  signal: ending.signal,
  say,
  openServer,
})
if (ending.signal.aborted) process.exitCode = 128 + constants.signals[ending.signal.reason as NodeJS.Signals]
else {
  // A process that stopped before its first file is not a file to run again.
  keepRed(red.every(isFile) ? red : null)
  process.exitCode = red.length === 0 ? 0 : 1
  if (called && records) await keepRecord(records, { root: process.cwd(), folder: called, startedAt })
}
