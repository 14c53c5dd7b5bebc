import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { mediaMaxBytes, tableMaxBytes } from '#rules/file-size.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openRoom } from '#test/harness/process.ts'
import { plain } from '#test/world/pictures.ts'
import { readStandardInput } from './bounded-files.ts'

let t: TestApp
const room = await openRoom()
let settings: Record<string, string>
const at = (name: string): string => join(room.path, name)

before(async () => {
  t = await startApp()
  const ada = await t.as('ada')
  await ada.post('/v1/profiles', { name: 'Lighthouse' })
  settings = { POSTHORN_URL: t.url, POSTHORN_API_KEY: ada.token, HOME: room.path }
  execFileSync('mkfifo', [at('pipe')])
  await mkdir(at('folder'))
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await room[Symbol.asyncDispose]()
})

const type = (...args: readonly string[]) => room.ask(args, settings)

/** Creates a large sparse file, which uses no disk space. */
async function sparse(name: string, bytes: number): Promise<string> {
  await using file = await open(at(name), 'w')
  await file.truncate(bytes)
  return at(name)
}

test('media upload accepts only regular files up to the maximum size: no folder, pipe or device', async () => {
  for (const [name, status, says] of [
    [at('folder'), 1, /folder isn’t a regular file\. Save its contents to a file/],
    [at('pipe'), 1, /pipe isn’t a regular file/],
    ['/dev/zero', 1, /\/dev\/zero isn’t a regular file/],
    [at('nowhere.png'), 1, /nowhere\.png can’t be read/],
    [await sparse('vast.mp4', mediaMaxBytes + 1), 4, /has 524288001 bytes\. The maximum is 524288000\./],
  ] as const) {
    const uploaded = await type('media', 'upload', name)
    assert.deepEqual([uploaded.status, uploaded.out], [status, ''], name)
    assert.match(uploaded.err, says)
    assert.equal((await type('draft', 'x', '--media', name)).status, status, 'also as the media of a post')
  }
  await writeFile(at('dawn.png'), await plain(40, 30).png().toBuffer())
  await symlink(at('dawn.png'), at('link.png'))
  assert.equal((await type('media', 'upload', at('link.png'))).status, 0, 'a link that the user names is followed')
})

test('import reads a pipe to its end, and stops at the maximum table size if the input is endless', async () => {
  for (const name of ['/dev/zero', await sparse('vast.csv', tableMaxBytes + 1)]) {
    const imported = await type('import', name)
    assert.deepEqual([imported.status, imported.out], [4, ''], name)
    assert.match(imported.err, /is larger than the maximum of 5242880 bytes\./)
  }
  assert.match((await type('import', at('folder'))).err, /folder can’t be read: EISDIR/)
  const written = writeFile(at('pipe'), 'content\nOf a pipe.\n')
  const dry = await type('import', at('pipe'), '--dry-run')
  await written
  assert.match(dry.out, /1 post would be created/)
})

test('endless standard input is rejected at the maximum table size', async () => {
  const read = { bytes: 0 }
  async function* endless() {
    for (const piece = Buffer.alloc(65_536); ; read.bytes += piece.length) yield piece
  }
  await assert.rejects(readStandardInput(endless()), /Standard input is larger than the maximum of 5242880 bytes/)
  assert.ok(read.bytes <= tableMaxBytes)
})
