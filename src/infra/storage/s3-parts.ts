import { type FileHandle, open } from 'node:fs/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { onDisk } from './disk.ts'
import { isNamed } from './s3-faults.ts'

/**
 * The size of a part of a multipart upload. Three parts are uploaded at a time, each from a buffer that is reused, so
 * memory use does not depend on the size of the file. The first error stops all parts and aborts the upload.
 */
export const partBytes = 8 * 1024 * 1024
const lanesMax = 3

interface Target {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string
  readonly ContentDisposition: string
}

type Commands = typeof import('@aws-sdk/client-s3')

/** The client and its commands. They are one package, loaded together. */
export interface S3Door {
  readonly sdk: Commands
  readonly client: S3Client
}

export async function uploadFile(door: S3Door, target: Target, path: string): Promise<void> {
  await using file = await onDisk(() => open(path, 'r'))
  const { size } = await file.stat()
  if (size > partBytes) return await uploadInParts(door, target, file, size)
  const body = await readPart(file, Buffer.allocUnsafeSlow(size), 0)
  await door.client.send(new door.sdk.PutObjectCommand({ ...target, Body: body }))
}

async function uploadInParts({ sdk, client }: S3Door, target: Target, file: FileHandle, size: number): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
  const upload = { Bucket, Key, UploadId }
  const count = Math.ceil(size / partBytes)
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  const stop = new AbortController()
  let begun = 0
  const lane = async (): Promise<void> => {
    const buffer = Buffer.allocUnsafeSlow(partBytes)
    while (begun < count && !stop.signal.aborted) {
      const start = begun * partBytes
      begun += 1
      const PartNumber = begun
      const body = await readPart(file, buffer.subarray(0, Math.min(partBytes, size - start)), start)
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body: body }), {
        abortSignal: stop.signal,
      })
      parts.push({ PartNumber, ETag })
    }
  }
  const faults: unknown[] = []
  const lanes = Array.from({ length: Math.min(lanesMax, count) }, () =>
    lane().catch((error: unknown) => {
      faults.push(error)
      stop.abort()
    }),
  )
  await Promise.all(lanes)
  try {
    if (faults.length > 0) throw faults[0]
    parts.sort((a, b) => a.PartNumber - b.PartNumber)
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    // The response to the completion may have been lost; the second try then finds the upload closed and the object in
    // place.
    if (faults.length === 0 && isNamed(error, 'NoSuchUpload') && (await isThere())) return
    // If the abort fails, the parts are left to the store's own rule for incomplete uploads.
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }

  async function isThere(): Promise<boolean> {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key })).catch(() => null)
    return found?.ContentLength === size
  }
}

/** Fills the buffer from `start`. A file that was truncated in the meantime must not become a shorter object. */
async function readPart(file: FileHandle, buffer: Buffer, start: number): Promise<Buffer> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await onDisk(() => file.read(buffer, filled, buffer.length - filled, start + filled))
    if (bytesRead === 0) throw new Error(`The file ends at byte ${start + filled}, before its stated size.`)
    filled += bytesRead
  }
  return buffer
}
