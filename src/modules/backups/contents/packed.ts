import { pipeline, type Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Vault } from '#infra/storage/vault/index.ts'
import { pipeThrough } from '#infra/streams/pipe-through.ts'
import { BackupFault } from '../deps.ts'

/** Stores compressed text. If the source fails, the object is not created. */
export const writePacked = (vault: Pick<Vault, 'write'>, key: string, source: Readable): Promise<void> =>
  pipeThrough(source, createZstdCompress(), (packed) => vault.write(key, packed))

/** Reads what `writePacked` stored. */
export async function readPacked(vault: Vault, key: string): Promise<Readable> {
  const packed = await vault.read(key)
  if (!packed) throw new BackupFault(`The backup is incomplete: ${key} is missing in ${vault.place}.`)
  const plain = createZstdDecompress()
  pipeline(packed, plain, () => {})
  return plain
}

/** Reads lines one by one. */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = ''
  text.setEncoding('utf8')
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
