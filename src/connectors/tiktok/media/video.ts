import { z } from 'zod'
import {
  type Call,
  CallFailed,
  type Outgoing,
  type OutgoingMedia,
  type Sendable,
  type Step,
} from '#connectors/connector.ts'
import { ask, publishId } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, type Upload, uploadOf } from '../memo.ts'
import { chunkAt, chunksOf, firstOf, isInbox, videoOf } from '../plan.ts'
import { videoInfo } from '../post/post-info.ts'
import { statusOf } from '../post/status.ts'

/**
 * A video has an ID before it is visible and is published once its last byte has arrived. Until then the upload may
 * restart; after that the ID is used to request its state. Sending the same bytes twice creates one post.
 */

/** The lifetime of an upload URL, which is valid for an hour. */
const keptMs = 55 * 60_000
const chunkMs = 300_000
const pieceBytes = 1_048_576
const lookMs = 3_000

const begun = z.object({ publish_id: publishId, upload_url: z.url({ protocol: /^https?$/ }).max(4_096) })

export const init: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, _memo) {
    const { size } = await call.media(fileOf(post))
    const { chunk, count } = chunksOf(size)
    const source_info = { source: 'FILE_UPLOAD', video_size: size, chunk_size: chunk, total_chunk_count: count }
    const { data } = isInbox(post)
      ? await ask(call, 'initInboxVideo', '/v2/post/publish/inbox/video/init/', { source_info }, begun)
      : await ask(call, 'initVideo', '/v2/post/publish/video/init/', { post_info: videoInfo(post), source_info }, begun)
    return {
      memo: { publishId: data.publish_id, upload: { url: data.upload_url, size, chunk, count, sent: 0 } },
      then: count === 1 ? 'commit' : 'send',
      handle: data.publish_id,
      diesAt: new Date(call.now.getTime() + keptMs),
    }
  },
}

/** Sends one chunk in each run, except the last chunk. */
export const send: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: chunkMs,
  async run(call, post, memo) {
    const upload = await sendChunk(call, post, memo)
    return { memo: { ...memo, upload }, then: upload.sent < upload.count - 1 ? 'send' : 'commit' }
  },
}

/**
 * Marks the point of no return: from here on the post cannot be cancelled, and a failure does not claim that nothing
 * was published. This is a separate step, because the last chunk of a long video may take longer than a visible call is
 * allowed to.
 */
export const commit: Step<Grant, Memo> = {
  repeat: 'safe',
  shows: true,
  run: async (_call, _post, memo) => ({ memo, then: 'sendLast' }),
}

/**
 * Sends the last chunk, after which TikTok publishes the video. Sending the same bytes again does not create a second
 * post.
 */
export const sendLast: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: chunkMs,
  async run(call, post, memo) {
    return { memo: { ...memo, upload: await sendChunk(call, post, memo) }, then: 'await' }
  },
}

/**
 * Checks an upload whose URL is refused: it may have expired, or the file may have arrived completely. The upload
 * restarts only if TikTok says that bytes are missing.
 */
export const look: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const { size } = uploadOf(memo)
    const state = await statusOf(call, memo)
    if (state.is !== 'uploading' || (state.bytes ?? 0) >= size) return { memo, then: 'await' }
    return state.bytes === null ? { memo, then: 'look', afterMs: lookMs } : { memo: {}, then: firstOf(post) }
  },
}

/** Restarts a failed post as a new one, because the old one has ended. */
export const afresh: Step<Grant, Memo> = {
  repeat: 'safe',
  run: async (_call, post) => ({ memo: {}, then: firstOf(post) }),
}

async function sendChunk(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Upload> {
  const upload = uploadOf(memo)
  const { from, to } = chunkAt(upload.size, upload, upload.sent)
  const file = await call.media(fileOf(post))
  await call.http
    .send({
      name: 'uploadVideo',
      method: 'PUT',
      url: upload.url,
      headers: {
        'content-type': file.contentType,
        'content-length': String(to - from),
        'content-range': `bytes ${from}-${to - 1}/${upload.size}`,
      },
      body: bytesOf(file, from, to),
      timeoutMs: chunkMs,
    })
    .catch((error) => {
      if (!isThere(error, to)) throw error
    })
  return { ...upload, sent: upload.sent + 1 }
}

/** True if the chunk arrived although the response was lost: the next expected byte follows its end. */
function isThere(error: unknown, to: number): boolean {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered' || error.failure.status !== 416) return false
  const [, last] = /^bytes \d+-(\d+)\/(?:\d+|\*)$/.exec(error.failure.headers['content-range'] ?? '') ?? []
  return last !== undefined && Number(last) + 1 === to
}

async function* bytesOf(file: Sendable, from: number, to: number) {
  for (let at = from; at < to; at += pieceBytes) yield await file.read(at, Math.min(at + pieceBytes, to))
}

function fileOf(post: Outgoing): OutgoingMedia {
  const file = videoOf(post)
  if (!file) throw new Error('the post has no video')
  return file
}
