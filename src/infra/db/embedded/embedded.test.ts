import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { after, test } from 'node:test'
import { EmbeddedUnavailable } from './index.ts'
import { isGone } from './pid-file.ts'
import { chooseAccount } from './programs/account.ts'
import { familyOf, kill, openRoom, postmasterPid, query, start, until } from './testing/for-tests.ts'

// Creating a database takes longest, so the tests that do not need a separate one share one, and leave it stopped.
const shared = await openRoom()
after(() => shared[Symbol.asyncDispose]())
const dataDir = join(shared.path, `a, "b" 'c'`)

test('a second start finds the stored data, whatever characters the path contains; stopping leaves no process behind', async () => {
  const first = await start(dataDir)
  // No other account can reach the server: it has no port, and its socket is in a folder closed to others.
  assert.deepEqual(await query(first, 'show listen_addresses'), [{ listen_addresses: '' }])
  assert.equal((await stat(first.connection.host)).mode & 0o077, 0)
  await query(first, 'create table kept as select 7 as answer')
  const family = await familyOf(await postmasterPid(dataDir))
  assert.ok(family.length >= 2 || process.platform !== 'linux')
  await Promise.all([first.stop(), first.stop()])
  for (const pid of family) assert.equal(await isGone(pid), true)
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log'])

  const second = await start(dataDir)
  assert.deepEqual(await query(second, 'select answer from kept'), [{ answer: 7 }])
  await second.stop()
})

test('if a data folder’s path is too long for a socket, the socket is in a short private folder that is removed at the stop', async () => {
  await using room = await openRoom()
  const moved = join(room.path, 'long '.repeat(25))
  await rename(dataDir, moved)
  const server = await start(moved)
  const folder = server.connection.host
  assert.ok(folder.length < 85, folder)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.deepEqual(await query(server, 'select answer from kept'), [{ answer: 7 }])
  await server.stop()
  await assert.rejects(stat(folder), { code: 'ENOENT' })
  await rename(moved, dataDir)
})

test('of two simultaneous first starts, one succeeds, and the other reports that and changes nothing', async () => {
  await using room = await openRoom()
  const fresh = join(room.path, 'data')
  const both = await Promise.allSettled([start(fresh), start(fresh)])
  const [winner, another] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [loss] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.ok(winner && !another)
  assert.ok(loss instanceof EmbeddedUnavailable, String(loss))
  assert.match(loss.message, new RegExp(`in use by another Posthorn process \\(pid ${process.pid}\\).*DATABASE_URL`))
  assert.equal((await query(winner, 'select 1 as one')).length, 1)
  await winner.stop()
  assert.deepEqual((await readdir(fresh)).sort(), ['postgres', 'postgres.log'])
})

test('a killed server is restarted automatically, and the folder stays locked', async () => {
  const lines: string[] = []
  const server = await start(dataDir, (message) => lines.push(message))
  for (const victim of ['the server', 'one of its processes']) {
    const family = await familyOf(await postmasterPid(dataDir))
    const before = lines.length
    // The oldest child process lives as long as the server; the youngest may be gone already.
    await kill([(victim === 'the server' ? family[0] : family[1]) as number])
    await until(`the database is back after ${victim} was killed`, async () =>
      lines.slice(before).includes('The database is back.'),
    )
    assert.deepEqual(await query(server, 'select answer from kept'), [{ answer: 7 }])
  }
  await assert.rejects(start(dataDir), EmbeddedUnavailable)
  await server.stop()
})

test('a stop during a restart of the server leaves no process behind', async () => {
  const lines: string[] = []
  const server = await start(dataDir, (message) => lines.push(message))
  await kill([await postmasterPid(dataDir)])
  await until('the end of the server is noticed', async () =>
    lines.some((message) => message.includes('starting it again')),
  )
  await server.stop()
  const left = await stat(join(dataDir, 'postgres', '.s.PGSQL.5432')).catch(() => null)
  const pid = left && (await postmasterPid(dataDir))
  assert.ok(pid === null || (await isGone(pid)), `process ${pid} is still there`)
})

test('a stale pid that now belongs to another program does not prevent a start', async () => {
  const folder = join(dataDir, 'postgres')
  const account = await chooseAccount(folder)
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...account })
  try {
    await writeFile(
      join(folder, 'postmaster.pid'),
      `${stranger.pid}\n${folder}\n1700000000\n5432\n${folder}\n\n 1 1\nready\n`,
    )
    const server = await start(dataDir)
    assert.equal((await query(server, 'select 1 as one')).length, 1)
    await server.stop()
    assert.equal(stranger.exitCode, null)
  } finally {
    stranger.kill('SIGKILL')
  }
})

test('a data folder inside a private folder works, also for root', async () => {
  await using room = await openRoom()
  await mkdir(join(room.path, 'closed'), { mode: 0o700 })
  const inside = join(room.path, 'closed', 'data')
  const state = join(room.path, 'state')
  const first = await start(inside, () => {}, state)
  await query(first, 'create table kept as select 7 as answer')
  await first.stop()
  assert.equal((await lstat(join(inside, 'postgres'))).isSymbolicLink(), process.geteuid?.() === 0)
  const second = await start(inside, () => {}, state)
  assert.deepEqual(await query(second, 'select answer from kept'), [{ answer: 7 }])
  await second.stop()
})
