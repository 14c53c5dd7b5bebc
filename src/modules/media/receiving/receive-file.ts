import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskFault } from '#infra/storage/index.ts'
import { createFairGate } from '#infra/streams/fair-gate.ts'
import { noteStreamedBytes } from '#infra/streams/streamed-bytes.ts'
import { refuse } from '#kernel/errors.ts'
import { mediaMaxBytes } from '#rules/file-size.ts'
import type { MediaDeps } from '../deps.ts'
import { type FileClaim, type MediaType, refuseType, requireMatchingClaim } from './families.ts'

/** A completely received file in scratch. Only its first bytes have been examined. */
export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** The SHA-256 of the received bytes. */
  readonly hash: Buffer
  readonly type: MediaType
}

/** The number of bytes needed to recognize every accepted type. */
const headBytes = 4_100
const writeBytes = 1024 * 1024
/** Shares turns among all uploads: hashing 64 KiB takes as long as a small request. */
const fairGate = createFairGate(2)

/**
 * Writes a stream to scratch, counting and hashing it on the way. The type of its first bytes decides whether the rest
 * is read at all. The caller removes the file.
 */
export async function receiveFile(
  { scratch, mediaWorker }: Pick<MediaDeps, 'scratch' | 'mediaWorker'>,
  source: Readable,
  claim: FileClaim,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  let head: Buffer | null = Buffer.alloc(0)
  let type: MediaType | null = null

  const recognise = async (bytes: Buffer): Promise<MediaType> => {
    const found = (await mediaWorker.sniff(bytes)) ?? refuseType(null, claim.purpose)
    requireMatchingClaim(found, claim)
    head = null
    return found
  }
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await fairGate.turn()
      size += chunk.length
      if (size > mediaMaxBytes) refuseTooLarge()
      hash.update(chunk)
      if (head) {
        head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        if (head.length === headBytes) type = await recognise(head)
      }
      yield chunk
      noteStreamedBytes(chunk.length)
    }
    if (size === 0) refuse('media_empty', { detail: 'The request contained no bytes. Send the file.' })
    type ??= await recognise(head ?? Buffer.alloc(0))
  }

  const path = await scratch.newPath()
  try {
    await pipeline(source, counted, createWriteStream(path, { highWaterMark: writeBytes }))
  } catch (error) {
    await rm(path, { force: true })
    throw diskFault(error)
  }
  if (type === null) throw new Error('a stream ended before its type was detected')
  return { path, size, hash: hash.digest(), type }
}

export function refuseTooLarge(): never {
  return refuse('media_too_large', { detail: `A file may have at most ${mediaMaxBytes} bytes. Send a smaller file.` })
}
