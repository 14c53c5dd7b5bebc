import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { EmbeddedUnavailable } from './index.ts'
import { chooseAccount } from './programs/account.ts'
import { locatePackage, usableBinaries } from './programs/binaries.ts'
import { openRoom, start } from './testing/for-tests.ts'

const saying =
  (...parts: readonly RegExp[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof EmbeddedUnavailable, String(error))
    for (const part of [...parts, /DATABASE_URL/]) assert.match(error.message, part)
    return true
  }

/** Creates a platform package whose server only prints its version. */
async function fakePackage(path: string, firstLine: string): Promise<string> {
  await mkdir(join(path, 'native', 'bin'), { recursive: true })
  await mkdir(join(path, 'native', 'lib'))
  await writeFile(join(path, 'package.json'), JSON.stringify({ version: '18.4.0' }))
  await writeFile(join(path, 'native', 'lib', 'libx.so.1.2'), '')
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
  await writeFile(join(path, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(path, 'native', 'bin', name), `${firstLine}\necho 'postgres (PostgreSQL) 18.4'\n`)
    await chmod(join(path, 'native', 'bin', name), 0o755)
  }
  return path
}

test('without glibc, the error says that it is missing', async () => {
  await using room = await openRoom()
  const packageDir = await fakePackage(join(room.path, 'package'), '#!/lib/there-is-no-such-loader.so')
  await assert.rejects(usableBinaries(packageDir, null, room.path), saying(/glibc/, /Alpine/))
})

test('the error names a platform that has no binaries', () => {
  assert.throws(() => locatePackage('sunos-sparc'), saying(/sunos-sparc/))
})

test('an account missing from /etc/passwd is rejected before anything is written', async () => {
  const lookUp = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  await assert.rejects(chooseAccount('/nowhere', 54_321, lookUp), saying(/uid 54321/, /passwd/))
})

test('links from a skipped install script are created, and unreachable programs are copied', async () => {
  await using room = await openRoom()
  const closed = join(room.path, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const packageDir = await fakePackage(join(closed, 'package'), '#!/bin/sh')
  const account = await chooseAccount('/nowhere')
  const state = join(room.path, 'state')
  for (const time of ['first', 'second']) {
    const binaries = await usableBinaries(packageDir, account, state)
    assert.equal(binaries.major, 18, time)
    const native = account ? join(state, 'pg-18.4.0') : join(packageDir, 'native')
    assert.equal(binaries.postgres, join(native, 'bin', 'postgres'), time)
    assert.equal(await readlink(join(native, 'lib', 'libx.so.1')), 'libx.so.1.2', time)
  }
})

test('a folder that is not a Posthorn database is left unchanged, with a message', async () => {
  await using room = await openRoom()
  const dataDir = join(room.path, 'data')
  const name = join(dataDir, 'postgres')
  await mkdir(name, { recursive: true })
  if (process.geteuid?.() === 0) await chmod(name, 0o755)

  await writeFile(join(name, 'letter.txt'), 'mine')
  await assert.rejects(start(dataDir), saying(/not a PostgreSQL database/))
  await writeFile(join(name, 'PG_VERSION'), '15\n')
  await assert.rejects(start(dataDir), saying(/created by PostgreSQL 15/))
  assert.ok(await lstat(join(name, 'letter.txt')))

  await rm(name, { recursive: true })
  await symlink(join(room.path, 'gone'), name)
  await assert.rejects(start(dataDir), saying(/which no longer exists/))
})
