import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createShelf, type Kept } from './shelf.ts'

/** The operations of the test store after authentication, by S3's published names. */
export type Operation =
  | 'HeadBucket'
  | 'ListObjectsV2'
  | 'ListMultipartUploads'
  | 'PutObject'
  | 'CopyObject'
  | 'GetObject'
  | 'HeadObject'
  | 'DeleteObject'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'ListParts'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'unknown'

export interface S3Request {
  readonly bucket: string
  readonly key: string
  readonly query: ReadonlyMap<string, string>
  readonly headers: IncomingHttpHeaders
  readonly operation: Operation
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Readable
}

const xml = (status: number, inner: string): Answer => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`
  return {
    status,
    headers: { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) },
    body,
  }
}

export const refusing = (status: number, code: string, message: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message><RequestId>TEST</RequestId></Error>`)

const plain = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-length': '0', ...headers },
})

const statuses: Readonly<Record<string, number>> = { NoSuchUpload: 404 }
const refusingUpload = (code: string): Answer =>
  refusing(statuses[code] ?? 400, code, 'It cannot be done to this upload.')
const noSuchKey = refusing(404, 'NoSuchKey', 'The specified key does not exist.')

/** Returns the headers of an upload that S3 returns with the object. */
function toKeep(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = ['content-type', 'content-disposition', 'cache-control', 'content-encoding']
  return Object.fromEntries(
    kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [])),
  )
}

export async function createOperations(bucket: string) {
  const shelf = await createShelf()
  const { objects, uploads } = shelf
  return {
    shelf,
    async answer(request: S3Request, body: IncomingMessage, payload: string | null): Promise<Answer> {
      const { key, query, headers, operation } = request
      if (request.bucket !== bucket) return refusing(404, 'NoSuchBucket', 'The specified bucket does not exist.')
      const uploadId = query.get('uploadId') ?? ''
      const blob = await shelf.take(body)
      if (payload !== null && payload !== blob.sha256)
        return refusing(400, 'XAmzContentSHA256Mismatch', 'The body is not the one whose hash was signed.')
      switch (operation) {
        case 'HeadBucket':
          return plain(200)
        case 'ListObjectsV2': {
          const found = [...objects].filter(([one]) => one.startsWith(query.get('prefix') ?? '')).sort()
          const shown = found.slice(0, Number(query.get('max-keys') ?? 1_000))
          const rows = shown.map(
            ([one, kept]) => `<Contents><Key>${one}</Key><Size>${kept.blob.size}</Size></Contents>`,
          )
          return xml(
            200,
            `<ListBucketResult><Name>${bucket}</Name><KeyCount>${shown.length}</KeyCount><IsTruncated>${shown.length < found.length}</IsTruncated>${rows.join('')}</ListBucketResult>`,
          )
        }
        case 'ListMultipartUploads': {
          const rows = [...uploads].map(
            ([id, upload]) => `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId></Upload>`,
          )
          return xml(200, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
        }
        case 'PutObject':
          return plain(200, { etag: shelf.put(key, blob, toKeep(headers)).etag })
        case 'CopyObject': {
          const [, from, ...rest] = decodeURIComponent(String(headers['x-amz-copy-source']))
            .replace(/^\/?/, '/')
            .split('/')
          const source = from === bucket ? objects.get(rest.join('/')) : undefined
          if (!source) return noSuchKey
          const replaced = headers['x-amz-metadata-directive'] === 'REPLACE'
          const { etag } = await shelf.copy(key, source, replaced ? toKeep(headers) : source.headers)
          return xml(200, `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`)
        }
        case 'GetObject':
        case 'HeadObject': {
          const kept = objects.get(key)
          return kept ? sent(kept, headers.range) : noSuchKey
        }
        case 'DeleteObject':
          objects.delete(key)
          return plain(204)
        case 'CreateMultipartUpload': {
          const id = shelf.open(key, toKeep(headers))
          return xml(
            200,
            `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          )
        }
        case 'UploadPart': {
          const upload = uploads.get(uploadId)
          if (upload?.key !== key) return refusingUpload('NoSuchUpload')
          upload.parts.set(Number(query.get('partNumber')), blob)
          return plain(200, { etag: `"${blob.md5}"` })
        }
        case 'ListParts': {
          const upload = uploads.get(uploadId)
          if (upload?.key !== key) return refusingUpload('NoSuchUpload')
          const rows = [...upload.parts].map(
            ([number, part]) =>
              `<Part><PartNumber>${number}</PartNumber><ETag>"${part.md5}"</ETag><Size>${part.size}</Size></Part>`,
          )
          return xml(200, `<ListPartsResult><UploadId>${uploadId}</UploadId>${rows.join('')}</ListPartsResult>`)
        }
        case 'CompleteMultipartUpload': {
          if (uploads.get(uploadId)?.key !== key) return refusingUpload('NoSuchUpload')
          const done = await shelf.complete(uploadId, partsNamed(await readFile(blob.path, 'utf8')))
          if (typeof done === 'string') return refusingUpload(done)
          return xml(
            200,
            `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${done.etag}</ETag></CompleteMultipartUploadResult>`,
          )
        }
        case 'AbortMultipartUpload':
          if (uploads.get(uploadId)?.key !== key) return refusingUpload('NoSuchUpload')
          uploads.delete(uploadId)
          return plain(204)
        case 'unknown':
          return refusing(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
        default:
          return operation satisfies never
      }
    },
  }

  function sent(kept: Kept, range: string | undefined): Answer {
    const { size } = kept.blob
    const headers = { ...kept.headers, etag: kept.etag, 'accept-ranges': 'bytes' }
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
    if (first === undefined || last === undefined || (first === '' && last === ''))
      return { status: 200, headers: { ...headers, 'content-length': String(size) }, body: shelf.send(kept, 0, size) }
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
    if (start >= size || end <= start) return refusing(416, 'InvalidRange', 'The requested range is not satisfiable')
    return {
      status: 206,
      headers: {
        ...headers,
        'content-length': String(end - start),
        'content-range': `bytes ${start}-${end - 1}/${size}`,
      },
      body: shelf.send(kept, start, end),
    }
  }
}

function partsNamed(body: string): { number: number; etag: string }[] {
  return [...body.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>([\s\S]*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
}
