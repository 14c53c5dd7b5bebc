import { z } from 'zod'
import { requireAddress } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import {
  type Call,
  CallFailed,
  type HttpRequest,
  type Outgoing,
  type OutgoingMedia,
  type Step,
} from '#connectors/connector.ts'
import { id, type Params, read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask, authorization, proofOf } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { textOf } from '../plan.ts'
import { shownVideo, videoState } from './video-state.ts'

/** A feed video is uploaded in pieces whose size the network decides. A lost piece is sent again. */
const keptMs = 20 * 3_600_000
const pieceMs = 180_000
/** The largest piece held in memory. */
const pieceMax = 16 * 1_048_576
const lookMs = 3_000
const patienceMs = 60 * 60_000
/** The time that Facebook has to publish a processed video. */
const graceMs = 120_000

const offset = z.coerce.number().int().min(0)
const started = z.object({ video_id: id, upload_session_id: z.string(), start_offset: offset, end_offset: offset })
const moved = z.object({ start_offset: offset, end_offset: offset })
const done = z.object({ success: z.literal(true) })

export const startVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const file = await call.media(fileOf(post))
    const params = { upload_phase: 'start', file_size: String(file.size) }
    const {
      video_id,
      upload_session_id: session,
      ...piece
    } = read(await tell(call, post, 'startVideo', params), started)
    const video = { id: video_id, session, from: piece.start_offset, to: piece.end_offset }
    return { memo: { ...memo, video }, then: 'sendVideo', diesAt: new Date(call.now.getTime() + keptMs) }
  },
}

/** Sends one piece in each run. */
export const sendVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: pieceMs,
  async run(call, post, memo) {
    const video = videoOf(memo)
    const { session = '', from = 0, to = 0 } = video
    if (from >= to) return { memo, then: 'finishVideo' }
    const file = await call.media(fileOf(post))
    const bytes = await file.read(from, Math.min(to, from + pieceMax, file.size))
    const token = pageTokenOf(call.grant, post)
    const fields = {
      upload_phase: 'transfer',
      upload_session_id: session,
      start_offset: String(from),
      ...proofOf(call.http, token),
    }
    const piece = {
      contentType: 'application/octet-stream',
      size: bytes.length,
      async *stream() {
        yield bytes
      },
    }
    const form = formOf(piece, fields, `piece-${call.key(0)}-${from}`, 'video_file_chunk')
    const request: HttpRequest = {
      name: 'transferVideo',
      method: 'POST',
      url: `${requireAddress(call.http.addresses, 'video')}/${post.account.remoteId}/videos`,
      headers: {
        accept: 'application/json',
        ...authorization(token),
        'content-type': form.contentType,
        'content-length': String(form.contentLength),
      },
      body: form.body,
      timeoutMs: pieceMs,
    }
    const next = await call.http
      .send(request)
      .then((answer) => read(answer, moved))
      .catch((error) => whereItStands(error, call, post, memo))
    const after = { ...memo, video: { ...video, from: next.start_offset, to: next.end_offset } }
    return { memo: after, then: next.start_offset < next.end_offset ? 'sendVideo' : 'finishVideo' }
  },
}

/** Handles a piece that arrived although the response was lost: the network says how many bytes it has. */
async function whereItStands(error: unknown, call: Call<Grant>, post: Outgoing, memo: Memo) {
  const isElsewhere = error instanceof CallFailed && graphErrorOf(error.failure)?.code === wrongOffset
  const { from = 0, to = 0 } = videoOf(memo)
  if (!isElsewhere) throw error
  const { bytes } = await videoState(call, post, memo)
  const { size } = await call.media(fileOf(post))
  if (bytes <= from) throw error
  return { start_offset: bytes, end_offset: Math.min(size, bytes + to - from) }
}

const wrongOffset = 6_001

/** Asks Facebook to publish the video as soon as it is ready. */
export const finishVideo: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 10_000,
  async run(call, post, memo) {
    const text = textOf(post)
    const params = {
      upload_phase: 'finish',
      upload_session_id: videoOf(memo).session ?? '',
      published: 'true',
      ...(text.trim() === '' ? {} : { description: text }),
    }
    read(await tell(call, post, 'finishVideo', params), done)
    return { ...asTaken(memo), then: 'awaitVideo', afterMs: lookMs }
  },
  find: (call, post, memo) => findVideo(call, post, memo, 'awaitVideo'),
}

/** Marks the video as accepted. Facebook's webhook identifies it by its existing ID. */
export const asTaken = (memo: Memo) => ({
  memo: { ...memo, video: { ...videoOf(memo), taken: true as const } },
  handle: videoOf(memo).id,
})

/** Requests the state of a video that may have been published. */
export async function findVideo(call: Call<Grant>, post: Outgoing, memo: Memo, then: string) {
  const state = await videoState(call, post, memo)
  if (state.is === 'unsent') return 'absent'
  if (state.is === 'out') return shownVideo(call, post, memo, state)
  const doubted = { ...memo, video: { ...videoOf(memo), doubted: true as const } }
  return { memo: doubted, handle: videoOf(memo).id, then, afterMs: lookMs }
}

/**
 * Waits until a video is published. If it is unclear whether the request to publish arrived, the state shows it once
 * processing is done. The connector does not wait for a video that Facebook then does not publish.
 */
export const awaiting = (step: string, again: string): Step<Grant, Memo> => ({
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const state = await videoState(call, post, memo)
    if (state.is === 'out') return shownVideo(call, post, memo, state)
    const { doubted, ...video } = videoOf(memo)
    if (doubted && (state.isReady || state.is === 'unsent')) return { memo: { ...memo, video }, then: again }
    if (state.heldBack === null) return { memo, then: step, afterMs: lookMs }
    const { readyAt = call.now.toISOString() } = video
    if (call.now.getTime() - Date.parse(readyAt) >= graceMs) throw state.heldBack
    return { memo: { ...memo, video: { ...video, readyAt } }, then: step, afterMs: lookMs }
  },
})

function tell({ http, grant }: Call<Grant>, post: Outgoing, name: string, params: Params) {
  const path = `/${post.account.remoteId}/videos`
  return ask(http, { name, method: 'POST', at: 'video', path, params, token: pageTokenOf(grant, post) })
}

export function fileOf({ parts }: Outgoing): OutgoingMedia {
  const [file] = parts[0]?.media ?? []
  if (!file) throw new Error('the post has no video')
  return file
}
