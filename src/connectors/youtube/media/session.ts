import { z } from 'zod'
import { answerFailure, readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import { type Answer, type Call, CallFailed } from '#connectors/connector.ts'
import { uploadUrl, videoId } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Upload } from '../memo.ts'

/**
 * An upload session: a URL that receives one file from its first to its last byte and creates one video from it.
 * However often it is queried, it reports how many bytes have arrived and, after the last one, which video was created.
 */

/** The progress of an upload. */
export type Standing = { readonly is: 'open'; readonly had: number } | { readonly is: 'done'; readonly videoId: string }

const video = z.object({ id: videoId })

interface Begin {
  readonly resource: object
  readonly size: number
  readonly contentType: string
  readonly query: Readonly<Record<string, string>>
}

export async function beginSession({ http, grant }: Call<Grant>, { resource, size, contentType, query }: Begin) {
  const answer = await http.send({
    name: 'insertVideo',
    method: 'POST',
    url: uploadUrl(http, 'videos', { uploadType: 'resumable', ...query }),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${grant.accessToken}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(size),
      'x-upload-content-type': contentType,
    },
    body: JSON.stringify(resource),
  })
  const url = URL.parse(answer.headers.location ?? '')
  // Each piece is sent with the account's token, so the URL has to be on the API's host.
  if (url?.origin !== new URL(requireAddress(http.addresses, 'api')).origin) throw answerFailure(answer, 'unreadable')
  return url.href
}

interface Piece {
  readonly from: number
  /** The byte after the last one. */
  readonly to: number
  readonly contentType: string
  readonly body: AsyncIterable<Uint8Array> | Uint8Array
  readonly timeoutMs?: number
}

export const sendPiece = (call: Call<Grant>, upload: Upload, { from, to, contentType, body, timeoutMs }: Piece) =>
  put(call, upload, {
    name: 'uploadVideo',
    headers: { 'content-type': contentType, 'content-length': String(to - from) },
    range: `bytes ${from}-${to - 1}/${upload.size}`,
    body,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

/** Queries how many bytes have arrived. */
export const askSession = (call: Call<Grant>, upload: Upload): Promise<Standing> =>
  put(call, upload, { name: 'getUploadStatus', headers: { 'content-length': '0' }, range: `bytes */${upload.size}` })

interface Put {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly range: string
  readonly body?: Piece['body']
  readonly timeoutMs?: number
}

async function put({ http, grant }: Call<Grant>, { url, size }: Upload, { headers, range, ...rest }: Put) {
  const authorization = `Bearer ${grant.accessToken}`
  try {
    const sent = { ...headers, accept: 'application/json', authorization, 'content-range': range }
    return readDone(await http.send({ ...rest, method: 'PUT', url, headers: sent }))
  } catch (error) {
    // The response for an unfinished upload has a status that elsewhere means a redirect.
    if (!(error instanceof CallFailed) || error.failure.sent !== 'answered' || error.failure.status !== 308) throw error
    const [, last] = /^bytes=0-(\d{1,15})$/.exec(error.failure.headers.range ?? '') ?? []
    const had = last === undefined ? 0 : Number(last) + 1
    if (had > size) throw error
    return { is: 'open', had } as const
  }
}

const readDone = (answer: Answer): Standing => ({ is: 'done', videoId: readAnswer(answer, video).id })
