import { createHash } from 'node:crypto'
import { type Incoming, ok, type Received } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { readAllParams } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { tokenOf } from '../auth/callers.ts'
import { app, type Graph } from '../state/platform.ts'
import { checkFileSize, integerIn, uploadProblem } from './uploads.ts'

/**
 * Files that are uploaded to the app itself and then referenced by a handle. An upload can be resumed where it stopped.
 */
export interface Handles {
  take(handle: string | undefined): Received | null
}

interface Session {
  readonly id: string
  readonly length: number
  readonly pieces: Received[]
  received: number
}

export function createResumable(graph: Graph): { readonly handles: Handles; readonly routes: readonly Route[] } {
  const sessions = new Map<string, Session>()
  const done = new Map<string, Received>()
  const isUpload = ({ upload = '' }: Readonly<Record<string, string>>) => upload.startsWith('upload:')
  const sessionOf = (incoming: Incoming): Session => {
    tokenOf(graph, incoming, { proven: false })
    const id = incoming.params.upload ?? ''
    return sessions.get(id) ?? noObject(id)
  }
  const routes: readonly Route[] = [
    route(
      'POST',
      '/:app/uploads',
      'startUpload',
      { ...writing, accepts: ['form', 'json', 'multipart'] },
      (incoming) => {
        const token = tokenOf(graph, incoming)
        if (incoming.params.app !== app.id) noObject(incoming.params.app ?? '', 'post')
        if (token.kind === 'page') badParam('A user access token is required to upload to the app.')
        const { file_length: length, file_type: type } = readAllParams(incoming)
        if (type !== undefined && !/^(?:video\/|image\/(?:jpeg|jpg|png)$|application\/pdf$)/.test(type))
          badParam(`Param file_type must not be ${type}`)
        const size = integerIn(length, 'file_length')
        checkFileSize(graph, size)
        const id = `upload:${Buffer.from(graph.secret()).toString('base64url')}`
        sessions.set(id, { id, length: size, pieces: [], received: 0 })
        return ok({ id })
      },
    ),
    route('GET', '/:upload', 'getUpload', { ...withToken, only: isUpload }, (incoming) => {
      const { id, received } = sessionOf(incoming)
      return ok({ id, file_offset: received })
    }),
    route(
      'POST',
      '/:upload',
      'uploadBytes',
      { ...writing, accepts: ['bytes'], maxBytes: () => graph.rules.video_max_bytes, only: isUpload },
      (incoming) => {
        const session = sessionOf(incoming)
        const { body, headers } = incoming
        const offset = integerIn(String(headers.file_offset ?? ''), 'file_offset')
        if (body.kind !== 'bytes' || offset !== session.received || offset + body.file.size > session.length)
          return uploadProblem(`The upload continues at ${session.received}.`, 1_363_037)
        session.pieces.push(body.file)
        session.received += body.file.size
        if (session.received < session.length) return ok({ id: session.id, file_offset: session.received })
        const h = `4:${graph.secret()}`
        done.set(h, joined(session))
        return ok({ h })
      },
    ),
  ]
  return { routes, handles: { take: (handle) => (handle === undefined ? null : (done.get(handle) ?? badHandle())) } }
}

const badHandle = (): never => badParam('The file handle is invalid or has expired.')

function joined({ pieces, received }: Session): Received {
  const [first] = pieces
  if (first && pieces.length === 1) return first
  const bytes = Buffer.concat(pieces.map((piece) => piece.bytes))
  return {
    size: received,
    sha256: createHash('sha256').update(bytes).digest(),
    bytes,
    isComplete: bytes.length === received,
  }
}
