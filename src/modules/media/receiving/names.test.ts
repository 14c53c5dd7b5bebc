import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeal } from '#infra/seal/seal.ts'
import { newId } from '#kernel/ids.ts'
import { decodeMediaId, encodeMediaId, makeLinkToken, readLinkToken } from '../links/links.ts'
import { cleanFileName } from './create-media.ts'

test('a file name is readable, short, never empty and never a path', () => {
  const names = [
    ['lighthouse.png', 'lighthouse.png'],
    ['/etc/passwd', 'passwd.png'],
    ['..\\ada\\photo.PNG', 'photo.PNG'],
    ['..', 'file.png'],
    ['...png', 'png.png'],
    ['.png', 'png.png'],
    ['', 'file.png'],
    [null, 'file.png'],
    ['a/', 'file.png'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['e\u0301te\u0301.png', '\u00e9t\u00e9.png'],
    ['half \ud83d.png', 'half \ufffd.png'],
    ['  two   words .png', 'two words.png'],
    ['v1.2 final', 'v1.2 final.png'],
  ] as const
  for (const [given, name] of names) assert.equal(cleanFileName(given, 'image/png'), name, JSON.stringify(given))
  const long = cleanFileName(`${'☀🌊'.repeat(200)}.jpeg`, 'image/jpeg')
  assert.ok(long.length <= 200 && long.endsWith('.jpeg') && long.isWellFormed(), long)
})

test('a link token works for its purpose, survives a key rotation, and fails under other keys', () => {
  const at = new Date('2026-11-21T09:00:00.000Z')
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const link = { purpose: 'poster', names: encodeMediaId(newId<'media'>(at)), endsAt: at } as const
  const token = makeLinkToken(createSeal({ key: old, previousKeys: [] }), link)
  assert.deepEqual(readLinkToken(createSeal({ key: fresh, previousKeys: [old] }), token), link)
  assert.equal(readLinkToken(createSeal({ key: fresh, previousKeys: [] }), token), null)
})

test('the ID in a link token is the media’s ID', () => {
  const id = newId<'media'>(new Date('2026-11-21T09:00:00.000Z'))
  assert.equal(decodeMediaId(encodeMediaId(id)), id)
})
