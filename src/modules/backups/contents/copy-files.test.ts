import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createFolderVault } from '#infra/storage/vault/folder-vault.ts'
import { copyFiles } from './copy-files.ts'
import { wantedKey } from './names.ts'
import { writePacked } from './packed.ts'

test('a file that the vault rejects is not read to its end', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn vault '))
  t.after(() => rm(folder, { recursive: true }))
  const vault = createFolderVault(folder)
  await writePacked(vault, wantedKey('one'), Readable.from(['a/b\t10\timage/png\n'], { objectMode: false }))
  // A file is in the place of the folder for copied files.
  await writeFile(join(folder, 'media'), '')
  const body = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))
  const storage = { read: () => Promise.resolve(body) } as never
  const signal = new AbortController().signal
  await assert.rejects(copyFiles({ vault, storage, say: () => {}, signal }, 'one', null), /ENOTDIR|EEXIST|not a folder/)
  assert.deepEqual([body.destroyed, body.readableEnded], [true, false])
})
