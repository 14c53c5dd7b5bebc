import { openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { createClient, type Result } from '#sdk/index.ts'
import { purposeOf } from '#tasks/media/purpose-of.ts'
import { sizeToUpload } from '../bounded-files.ts'
import type { Run } from '../client-command.ts'
import type { uploadRow } from '../rows/files.ts'

type UploadRun = Pick<Run<typeof uploadRow>, 'installation' | 'flash'>

interface Wish {
  readonly file: string
  readonly profileId: string
  readonly altText: string | undefined
}

/** Uploads a local file and shows its progress. */
export async function uploadFile(
  { installation, flash }: UploadRun,
  { file, profileId, altText }: Wish,
): Promise<Result<'uploadMedia'>> {
  const size = await sizeToUpload(file)
  const name = basename(file)
  const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream'
  let sent = 0
  const client = createClient({
    url: installation.url,
    token: installation.key,
    fetch: counting((bytes) => {
      sent += bytes
      flash(`${name}  ${Math.min(100, Math.floor((sent / Math.max(size, 1)) * 100))}% of ${sayBytes(size)}`)
    }),
  })
  try {
    const blob = new File([await openAsBlob(file)], name, { type })
    return await client.uploadMedia({
      file: blob,
      profileId,
      ...(altText === undefined ? {} : { altText }),
      ...purposeOf(type),
    })
  } finally {
    flash(null)
  }
}

/** The types that the service accepts. The service also checks the bytes. */
const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.avi': 'video/x-msvideo',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.pdf': 'application/pdf',
}

/** Returns a `fetch` that reports how many bytes of the body have been sent. */
function counting(tell: (bytes: number) => void): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (!request.body) return fetch(request)
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        tell(piece.byteLength)
        controller.enqueue(piece)
      },
    })
    // `fetch` requires `duplex` for a body that is a stream.
    const options = { body: request.body.pipeThrough(count), duplex: 'half' } as const
    return fetch(new Request(request, options))
  }
}

export function sayBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1_000 ** power
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
