import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../harness/process.ts'
import { makeRunFolder } from './folder.ts'
import { runSuite } from './suite.ts'

const { PATH } = process.env

/** Runs files with these texts, and returns what was printed. */
async function suiteOf(t: TestContext, texts: Readonly<Record<string, string>>, more: Partial<Options> = {}) {
  const place = await mkdtemp(join(tmpdir(), 'posthorn-suite-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(place, name), `import { test } from 'node:test'\n${text}\n`)
  const lines: string[] = []
  const red = await runSuite(
    Object.keys(texts).map((name) => join(place, name)),
    {
      isShared: true,
      flags: [],
      folder: join(place, 'groups'),
      processes: 2,
      environment: { PATH },
      signal: new AbortController().signal,
      say: (line) => lines.push(line),
      openServer: () => Promise.reject(new Error('there is none')),
      ...more,
    },
  )
  return { red: red.map((file) => basename(file)), output: lines.join('\n') }
}
type Options = Parameters<typeof runSuite>[1]

const passes = `test('passes', () => {})`
const hangs = `setInterval(() => {}, 1000)\ntest('hangs', () => new Promise(() => {}))`

test('a failure is reported immediately and with its details', async (t) => {
  const fails = `test('fails', () => { throw new Error('the very cause') })\ntest('comes later', () => {})`
  const { red, output: message } = await suiteOf(t, { 'a.test.ts': fails, 'b.test.ts': passes })
  assert.deepEqual(red, ['a.test.ts'])
  assert.match(message, /✖ fails \(\d+ms\)\n {2}at .*a\.test\.ts:2\n {2}Error: the very cause[\s\S]*✔ comes later/)
  assert.match(message, /\nℹ tests 3\nℹ pass 2\nℹ fail 1\n/)
})

test('a hanging test is reported and stopped, and another process runs the remaining files', async (t) => {
  const files = { 'a.test.ts': hangs, 'b.test.ts': passes, 'c.test.ts': passes }
  const { red, output: message } = await suiteOf(t, files, { processes: 1, hangsAfterMs: 500 })
  assert.deepEqual(red, ['a.test.ts'])
  assert.match(message, /✖ hangs \(\d+ms\)\n {2}No test began or ended for \d+ minutes, so the process was ended\./)
  assert.equal(message.match(/✔ passes/g)?.length, 2)
})

test('a process that ends without a report is a failure, also for a file with its own process', async (t) => {
  const { red, output: message } = await suiteOf(t, { 'a.test.ts': 'process.exit(0)' }, { isShared: false })
  assert.deepEqual(red, ['a.test.ts'])
  assert.match(message, /✖ .*a\.test\.ts \(0ms\)\n {2}The process ended with 0\./)
})

test('a run that is stopped ends everything that its tests started', async (t) => {
  const ending = new AbortController()
  const say = (line: string) => line.includes('passes') && ending.abort()
  const { output: message } = await suiteOf(t, { 'a.test.ts': `${passes}\n${hangs}` }, { signal: ending.signal, say })
  assert.equal(message, '')
})

test('removing a folder stops the processes in it, and folders of killed runs are removed', async (t) => {
  const left = await mkdtemp(join(tmpdir(), 'posthorn-test-'))
  t.after(() => rm(left, { recursive: true, force: true }))
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await until('it has ended', () => gone.exitCode !== null)
  await writeFile(join(left, 'run.pid'), String(gone.pid))
  const { folder, temporary, remove } = await makeRunFolder()
  await until('the old folder is away', async () => !(await readdir(tmpdir())).some((name) => left.endsWith(name)))

  const writer = `import { writeFileSync } from 'node:fs'\nfor (let n = 0; ; n++) writeFileSync('file-' + (n % 500), 'x')`
  const stray = spawn(process.execPath, ['--input-type=module', '--eval', writer], {
    cwd: temporary,
    detached: true,
    stdio: 'ignore',
  })
  await until('it writes', async () => (await readdir(temporary)).length > 5)
  await remove()
  assert.equal(
    (await readdir(join(folder, '..'))).some((name) => folder.endsWith(name)),
    false,
  )
  await until('it has ended', () => stray.signalCode === 'SIGKILL')
})

test('the test server is started once, when a test first needs it', async (t) => {
  let started = 0
  const asks = `import { testServer } from ${JSON.stringify(new URL('../harness/database.ts', import.meta.url).href)}
test('asks', async () => { if ((await testServer()).connectionString !== 'postgres://here') throw new Error() })`
  const openServer = async () => {
    started += 1
    return { connectionString: 'postgres://here' }
  }
  await suiteOf(t, { 'pure.test.ts': passes }, { openServer })
  assert.equal(started, 0)
  const { red, output } = await suiteOf(t, { 'asks.test.ts': asks }, { openServer })
  assert.deepEqual([red, started], [[], 1], output)
})

test('a test server that cannot start fails the test that needs it, and reports the reason', async (t) => {
  const asks = `import { testServer } from ${JSON.stringify(new URL('../harness/database.ts', import.meta.url).href)}
test('asks', () => testServer())`
  const { red, output } = await suiteOf(t, { 'asks.test.ts': asks })
  assert.deepEqual(red, ['asks.test.ts'])
  assert.match(output, /The test server could not start: there is none/)
})
