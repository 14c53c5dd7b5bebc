import { fetchOwn } from '../../../core/http/fetch-own.ts'
import { type Answer, type Incoming, ok, Refused } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import { createParts } from '../../../core/media/parts.ts'
import type { Route } from '../../../core/network.ts'
import { findContainer } from '../../meta/containers.ts'
import { badParam, noObject, refuse } from '../../meta/refusals.ts'
import { unknownToken } from '../../meta/tokens.ts'
import { callerOf } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Draft, Token, Upload } from '../state/records.ts'
import { take } from './fetch.ts'

/** Starts an upload instead of passing a URL. The network documents it for apps that sign in through Facebook. */
export function createUpload({ way }: Token, { type }: Draft): Upload {
  if (way !== 'pages') badParam('Param upload_type is not supported for this access token.')
  if (type !== 'REELS' && type !== 'VIDEO' && type !== 'STORIES') badParam('Param upload_type is only for videos.')
  return { parts: createParts(), pieces: 0, received: 0 }
}

/** The host that receives videos, in one request or in chunks, or the URL of one. */
export const uploadRoutes = (platform: Platform): readonly Route[] => [
  route(
    'POST',
    '/ig-api-upload/:container',
    'uploadVideo',
    { ...writing, accepts: ['bytes'], maxBytes: () => platform.rules.maxReelBytes },
    (incoming) => receive(platform, incoming),
  ),
]

async function receive(platform: Platform, incoming: Incoming): Promise<Answer> {
  if (!/^OAuth /.test(incoming.headers.authorization ?? '')) refuse(unknownToken)
  const { container: id = '' } = incoming.params
  const person = callerOf(platform, incoming, 'publish')
  const container = findContainer(platform, person, id) ?? noObject(id, 'post')
  const { upload } = container
  if (upload === null || !container.isFetching) return failed('The container does not accept an upload.')
  return await takePiece(platform, { container, upload }, incoming)
}

async function takePiece(
  platform: Platform,
  { container, upload }: { readonly container: Container; readonly upload: Upload },
  { headers, body }: Incoming,
): Promise<Answer> {
  const { file_url: address } = headers
  if (typeof address === 'string') {
    const file = await fetchOwn(address)
    if (file === null) return failed('The file_url cannot be fetched.')
    upload.received = file.size
    return end(platform, container, file)
  }
  const size = Number(headers.file_size)
  if (!Number.isSafeInteger(size) || size <= 0) return failed('The header file_size must be the size of the file.')
  if (Number(headers.offset ?? Number.NaN) !== upload.received)
    return failed(`The header offset must be ${upload.received}.`)
  const piece = body.kind === 'bytes' ? body.file : null
  if (piece === null || piece.size === 0) return failed('The request has no bytes.')
  upload.parts.take(upload.pieces, piece)
  upload.pieces += 1
  upload.received += piece.size
  if (upload.received < size) return succeeded
  const complete = upload.pieces === 1 ? piece : upload.parts.join(size)
  return complete === null ? failed('The pieces do not make up the file.') : end(platform, container, complete)
}

function end(platform: Platform, container: Container, received: Parameters<typeof take>[2]['received']): Answer {
  container.isFetching = false
  container.readyAtMs = platform.world.clock.ms() + platform.rules.videoProcessingMs
  take(platform, container, { kind: 'video', received, cover: null })
  return succeeded
}

const succeeded: Answer = ok({ success: true, message: 'Upload successful.' })

function failed(message: string): never {
  throw new Refused({
    status: 400,
    body: { debug_info: { retriable: false, type: 'ProcessingFailedError', message } },
  })
}
