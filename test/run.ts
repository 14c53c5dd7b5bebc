import { spawn } from 'node:child_process'
import { glob, rm } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { makeGroups } from './groups.ts'
import { makeRunFolder } from './run-folder.ts'

/**
 * Runs the suite, or the files named: brings up one PostgreSQL for all of them, makes the template database that each
 * test file copies, and cleans up. The suite's files share a few processes; files that are named, or picked from by a
 * flag of Node's runner, have one each. `TEST_DATABASE_URL` names another server to run on.
 */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const files =
  named.length > 0
    ? named
    : await Array.fromAsync(glob('{src,test,sandbox,rules,sdk}/**/*.test.ts', { exclude: ['**/fixtures/**'] }))

/**
 * More than two cores can run at once, because much of what tests do is to wait: with four, a sixth of the time is idle.
 * A server of somebody else's may not have the connections for more.
 */
const processes = process.env.TEST_DATABASE_URL ? 4 : 6

const { folder, temporary } = await makeRunFolder()
// Every process reads the same sources. Compiled once, here and before any other begins, they cost a third of the run less.
const compiled = join(folder, 'compiled')
enableCompileCache(compiled)
const { startTestServer } = await import('./server.ts')
const server = await startTestServer({
  url: process.env.TEST_DATABASE_URL ?? null,
  folder,
  say: (message) => console.log(message),
})
const isWhole = named.length === 0 && flags.length === 0
if (isWhole)
  await Promise.all([
    import('./harness.ts'),
    import('../src/main/answer.ts'),
    import('#app/run.ts'),
    import('#app/commands/user.ts'),
  ])
flushCompileCache()
const given = isWhole
  ? await makeGroups(files.sort(), { folder: join(folder, 'groups'), processes })
  : ['--test-timeout=300000', ...flags, ...files.sort()]
const child = spawn(process.execPath, ['--test', `--test-concurrency=${processes}`, ...given], {
  stdio: 'inherit',
  env: {
    ...process.env,
    POSTHORN_TEST_SERVER: JSON.stringify(server.connection),
    NODE_ENV: 'test',
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: compiled,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
// A file that never ends must not hold up whoever waits for the run.
const patience = setTimeout(() => {
  console.error('The run took longer than 15 minutes and is ended; the file named last is the one that hangs.')
  child.kill('SIGKILL')
}, 15 * 60_000)
const status = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
clearTimeout(patience)
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = status
