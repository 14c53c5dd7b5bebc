import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Vault } from '#infra/storage/vault/index.ts'
import { writePacked } from './packed.ts'

test('if a vault rejects everything, its input stream ends', async () => {
  const vault: Pick<Vault, 'write'> = { write: () => Promise.reject(new Error('no room')) }
  const text = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536, 'x')))
  await assert.rejects(writePacked(vault, 'a', text), /no room/)
  if (!text.closed) await once(text, 'close').catch(() => {})
  assert.deepEqual([text.destroyed, text.readableEnded], [true, false])
})
