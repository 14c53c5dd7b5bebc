import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { servesFolder } from './folders/serves-folder.ts'
import { findEmbedded } from './index.ts'
import { isGone } from './pid-file.ts'
import { openRoom, postmasterPid, query, start } from './testing/for-tests.ts'

test('a folder copied while its database runs gets a separate database, for both servers and commands', async () => {
  await using room = await openRoom()
  const [original, copy] = [join(room.path, 'original'), join(room.path, 'copy')]
  const first = await start(original)
  await query(first, "create table kept as select 'original' as place")
  await query(first, 'checkpoint')
  const postmaster = await postmasterPid(original)
  execFileSync('cp', ['-a', original, copy])
  assert.equal(await postmasterPid(copy), postmaster, 'the copied PID file names the original’s server')

  assert.equal(await findEmbedded(copy), null, 'a command finds no running database')
  const second = await start(copy)
  assert.deepEqual(await query(second, 'show data_directory'), [
    { data_directory: await realpath(join(copy, 'postgres')) },
  ])
  await query(second, "insert into kept values ('copy')")
  assert.deepEqual(await query(first, 'select place from kept'), [{ place: 'original' }])
  assert.equal((await findEmbedded(copy))?.host, second.connection.host)
  assert.equal((await findEmbedded(original))?.host, first.connection.host)

  await second.stop()
  assert.equal(await findEmbedded(copy), null)
  assert.equal(await isGone(postmaster), false, 'the original’s server keeps running')
  assert.deepEqual(await query(first, 'select place from kept'), [{ place: 'original' }])
  await first.stop()
})

test('a folder that appears under another path, as in another container, keeps its running server', async () => {
  await using room = await openRoom()
  const folder = join(room.path, 'data')
  const first = await start(folder)
  const moved = join(room.path, 'moved')
  await rename(folder, moved)
  // A copy at the old path must not be mistaken for the server's folder.
  await mkdir(join(folder, 'postgres'), { recursive: true })
  const client = new pg.Client({ ...first.connection, host: join(moved, 'postgres') })
  await client.connect()
  assert.equal(await servesFolder(client, join(moved, 'postgres')), true)
  assert.deepEqual(
    (await readdir(join(moved, 'postgres'))).filter((name) => name.startsWith('posthorn-probe')),
    [],
  )
  await client.end()
  await rm(folder, { recursive: true })
  await rename(moved, folder)
  await first.stop()
})
