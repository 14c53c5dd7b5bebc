import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { access, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { after, test } from 'node:test'
import { type EmbeddedPostgres, EmbeddedUnavailable } from './index.ts'
import { familyOf, kill, openRoom, postmasterPid, query, start, startWriter, until } from './testing/for-tests.ts'

// Shared by the tests that do not need a separate database; each leaves it stopped or killed.
const shared = await openRoom()
after(() => shared[Symbol.asyncDispose]())
const dataDir = join(shared.path, 'data')

async function missing(server: EmbeddedPostgres, acknowledged: ReadonlySet<number>): Promise<number[]> {
  const there = new Set((await query(server, 'select id::int as id from kept')).map((row) => row.id))
  return [...acknowledged].filter((id) => !there.has(id))
}

test('SIGKILL under write load loses no acknowledged row, and the next start works without intervention', async () => {
  for (const victims of ['node', 'node and the whole server', 'node and the postmaster']) {
    const writer = startWriter(dataDir)
    const early = writer.ended.then((words) => words || 'it ended')
    await Promise.race([
      until('300 rows are acknowledged', async () => writer.acknowledged.size >= 300),
      early.then((words) => assert.fail(`The writer ended: ${words}`)),
    ])
    const postmaster = await postmasterPid(dataDir)
    const family = await familyOf(postmaster)
    const more =
      { node: [], 'node and the whole server': family, 'node and the postmaster': [postmaster] }[victims] ?? []
    await kill([writer.process.pid as number, ...more])
    await writer.ended
    const server = await start(dataDir)
    assert.deepEqual(await missing(server, writer.acknowledged), [], `after SIGKILL of ${victims}`)
    // A server that outlived its Posthorn is adopted; otherwise a new one is started.
    assert.equal((await postmasterPid(dataDir)) === postmaster, victims === 'node')
    await server.stop()
  }
})

test('a start waits for a killed server’s remaining processes, since two servers would corrupt the data', async () => {
  const writer = startWriter(dataDir)
  await until('rows are acknowledged', async () => writer.acknowledged.size > 0)
  const family = await familyOf(await postmasterPid(dataDir))
  // The oldest child process lives as long as the server; the youngest may be exiting.
  const lingering = family[1] as number
  process.kill(lingering, 'SIGSTOP')
  try {
    await kill([writer.process.pid as number, ...family.filter((pid) => pid !== lingering)])
    await writer.ended
    const starting = start(dataDir)
    await until('a new server finds the memory of the old one in use', async () =>
      (await readFile(join(dataDir, 'postgres.log'), 'utf8')).includes('pre-existing shared memory block'),
    )
    await kill([lingering])
    const server = await starting
    assert.deepEqual(await missing(server, writer.acknowledged), [])
    await server.stop()
  } finally {
    await kill([lingering])
  }
})

test('after SIGKILL during database creation, the next start works and removes what was left behind', async () => {
  await using room = await openRoom()
  const fresh = join(room.path, 'data')
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const [abandoned, inUse] = [gone, process.ppid].map((pid) => `postgres.tmp-${pid}-0badcafe`) as [string, string]
  const writer = startWriter(fresh)
  await until('initdb is at work', async () => {
    const attempt = (await readdir(fresh).catch(() => [])).find((name) => name.startsWith('postgres.tmp-'))
    return (
      attempt &&
      access(join(fresh, attempt, 'PG_VERSION')).then(
        () => true,
        () => false,
      )
    )
  })
  await kill([writer.process.pid as number])
  assert.equal((await readdir(fresh)).includes('postgres'), false)
  for (const name of [abandoned, inUse]) await mkdir(join(fresh, name, 'base'), { recursive: true })

  const server = await start(fresh)
  assert.equal((await query(server, 'select 1 as one')).length, 1)
  await server.stop()
  // Only the abandoned folder is deleted, because another start may be using the other one.
  const left = await readdir(fresh)
  assert.deepEqual([left.includes(abandoned), left.includes(inUse)], [false, true])
})

test('a second Posthorn process names the process that uses the folder, and never stops its server', async () => {
  const writer = startWriter(dataDir)
  await until('the first one writes', async () => writer.acknowledged.size > 0)
  const postmaster = await postmasterPid(dataDir)
  const second = start(dataDir).then(() => {
    // If the first process is alive, it has lost its lock; if it has ended, this is the end of its output.
    const { exitCode, signalCode } = writer.process
    throw new Error(`It could use the folder. The first: ${exitCode ?? signalCode ?? 'alive'} ${writer.output()}`)
  })
  await assert.rejects(second, (error: Error) => {
    assert.ok(error instanceof EmbeddedUnavailable, error.message)
    assert.match(error.message, new RegExp(`in use by another Posthorn process \\(pid ${writer.process.pid}\\)`))
    return true
  })
  assert.equal(await postmasterPid(dataDir), postmaster)
  const before = writer.acknowledged.size
  await until('the first one keeps writing', async () => writer.acknowledged.size > before)
  await kill([writer.process.pid as number])
})
