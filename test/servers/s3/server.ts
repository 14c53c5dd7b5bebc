import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '#infra/config/stores.ts'
import { type Answer, createOperations, type Operation, refusing, type S3Request } from './operations.ts'
import { type AccessKey, checkSignature, pathOf, queryOf } from './signature.ts'

/**
 * A store that implements the part of S3 that we use, over real HTTP on loopback. Every request must have a valid
 * signature, and its body the signed hash. It can inject faults.
 */
type FaultKind =
  /** 503, as from a briefly busy store; SlowDown would make the SDK wait for seconds. */
  | 'unavailable'
  /** Responds with 500. */
  | 'internal'
  /** Reads no byte of the body and never responds. */
  | 'hang'
  /** Closes the connection immediately. */
  | 'drop'
  /** Performs the operation and closes the connection instead of responding. */
  | 'drop-after'
  /** Responds with half of the object and closes the connection. */
  | 'half'
  /** Responds with half of the object and then stalls. */
  | 'stall'

export interface FaultOrder {
  readonly kind: FaultKind
  readonly times: number
  /** The operation that fails. Any if omitted. */
  readonly of?: Operation
  /** The number of calls that succeed before the fault. */
  readonly after?: number
}

export const s3AccessKey: AccessKey = {
  accessKeyId: 'POSTHORNTESTKEY',
  secretAccessKey: 'planted-S3-Secret/Key+0',
  region: 'eu-test-1',
}

const bucket = 'posthorn-media'

export async function startS3Server(options: { readonly now?: () => Date } = {}) {
  const now = options.now ?? (() => new Date())
  const operations = await createOperations(bucket)
  const calls: Operation[] = []
  let faults: { kind: FaultKind; left: number; of: Operation | undefined; after: number }[] = []
  let partsInFlight = 0
  let partsInFlightMax = 0

  const faultFor = (operation: Operation): FaultKind | null => {
    const fault = faults.find((one) => one.left > 0 && (one.of === undefined || one.of === operation))
    if (!fault) return null
    if (fault.after > 0) {
      fault.after -= 1
      return null
    }
    fault.left -= 1
    return fault.kind
  }

  const answerTo = async (request: S3Request, incoming: IncomingMessage): Promise<Answer> => {
    const { url = '', method = '', headers } = incoming
    const verdict = checkSignature({ method, url, headers }, s3AccessKey, now())
    if (!verdict.good) return refusing(verdict.status, verdict.code, verdict.message)
    return await operations.answer(request, incoming, verdict.payload)
  }

  const handle = async (incoming: IncomingMessage, out: ServerResponse): Promise<void> => {
    const request = requestOf(incoming)
    calls.push(request.operation)
    const fault = faultFor(request.operation)
    if (fault === 'drop') return void incoming.socket.destroy()
    const isPart = request.operation === 'UploadPart'
    if (isPart) {
      partsInFlight += 1
      partsInFlightMax = Math.max(partsInFlightMax, partsInFlight)
      out.once('close', () => {
        partsInFlight -= 1
      })
    }
    if (fault === 'hang') return
    const answer =
      fault === 'unavailable'
        ? refusing(503, 'ServiceUnavailable', 'Please try again later.')
        : fault === 'internal'
          ? refusing(500, 'InternalError', 'We encountered an internal error.')
          : await answerTo(request, incoming)
    // Reads the rest of the request; otherwise the response would be lost with the connection.
    if (!incoming.readableEnded) await buffer(incoming)
    if (fault === 'drop-after') return void incoming.socket.destroy()
    out.writeHead(answer.status, { 'x-amz-request-id': 'TEST', ...answer.headers })
    if (incoming.method === 'HEAD' || answer.body === undefined) return void out.end()
    if (typeof answer.body === 'string') return void out.end(answer.body)
    if (fault === 'half' || fault === 'stall') {
      const bytes = await buffer(answer.body)
      await new Promise<void>((sent) => out.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => sent()))
      if (fault === 'half') incoming.socket.destroy()
      return
    }
    await pipeline(answer.body, out)
  }

  const server = createServer((incoming, out) => {
    handle(incoming, out).catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const settings: S3Settings = {
    bucket,
    endpoint,
    region: s3AccessKey.region,
    credentials: { accessKeyId: s3AccessKey.accessKeyId, secretAccessKey: s3AccessKey.secretAccessKey },
    forcePathStyle: true,
  }
  return {
    settings,
    port,
    /** The settings as environment variables. */
    environment: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: s3AccessKey.region,
      S3_ACCESS_KEY_ID: s3AccessKey.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3AccessKey.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    /** All calls so far, in order, including failed ones. */
    calls: calls as readonly Operation[],
    keys: () => [...operations.shelf.objects.keys()].sort(),
    headersOf: (key: string) => operations.shelf.objects.get(key)?.headers ?? null,
    openUploads: () => operations.shelf.uploads.size,
    partsInFlight: () => partsInFlight,
    partsInFlightMax: () => partsInFlightMax,
    fail(order: FaultOrder) {
      faults.push({ kind: order.kind, left: order.times, of: order.of, after: order.after ?? 0 })
    },
    heal() {
      faults = []
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await operations.shelf.remove()
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/** Parses a request. The bucket is the first path segment, or the first label of the host. */
function requestOf(incoming: IncomingMessage): S3Request {
  const { url = '', method = '', headers } = incoming
  const [host = ''] = (headers.host ?? '').split(':')
  const inHost = host.startsWith(`${bucket}.`)
  const pieces = pathOf(url).split('/').slice(1)
  const named = inHost ? bucket : (pieces.shift() ?? '')
  const query = new Map(queryOf(url))
  const key = pieces.join('/')
  return { bucket: named, key, query, headers, operation: operationOf(method, key, query, headers) }
}

function operationOf(
  method: string,
  key: string,
  query: ReadonlyMap<string, string>,
  headers: IncomingMessage['headers'],
): Operation {
  if (key === '') {
    if (method === 'HEAD') return 'HeadBucket'
    if (method === 'GET') return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2'
    return 'unknown'
  }
  const inUpload = query.has('uploadId')
  switch (method) {
    case 'PUT':
      if (inUpload) return 'UploadPart'
      return headers['x-amz-copy-source'] === undefined ? 'PutObject' : 'CopyObject'
    case 'GET':
      return inUpload ? 'ListParts' : 'GetObject'
    case 'HEAD':
      return 'HeadObject'
    case 'DELETE':
      return inUpload ? 'AbortMultipartUpload' : 'DeleteObject'
    case 'POST':
      if (query.has('uploads')) return 'CreateMultipartUpload'
      return inUpload ? 'CompleteMultipartUpload' : 'unknown'
    default:
      return 'unknown'
  }
}
