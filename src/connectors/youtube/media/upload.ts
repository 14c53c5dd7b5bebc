import type { Sendable, Step } from '#connectors/connector.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, uploadOf } from '../memo.ts'
import { lastPieceFrom, pieceEnd } from '../plan.ts'
import { findVideo } from '../post/find.ts'
import { resourceOf } from '../post/resource.ts'
import { requireVideo } from '../video-of.ts'
import { arrived, stepAt } from './arrived.ts'
import { askSession, beginSession, sendPiece } from './session.ts'

/**
 * A video is uploaded in pieces, one in each run. Before a piece is sent, the memo records that bytes are in flight. A
 * later run that finds this record queries the session for how many bytes have arrived, and continues there. So bytes
 * that YouTube has confirmed are never sent twice, and a crash costs at most one piece.
 */

/** The lifetime of a session; Google's documentation says about a week. */
const keptMs = 6 * 86_400_000
const pieceMs = 300_000
const readBytes = 1_048_576
/** Delay until an existing video is in the list of uploads. */
const listedMs = 300_000

export const open: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post) {
    const { size, contentType } = await call.media(requireVideo(post))
    const url = await beginSession(call, { ...resourceOf(post), size, contentType })
    const diesAt = new Date(call.now.getTime() + keptMs)
    return { memo: { upload: { url, size, had: 0 } }, then: stepAt(0, size), diesAt }
  },
}

/** Sends a piece before the last one. */
export const send: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: pieceMs,
  async run(call, post, memo) {
    const upload = uploadOf(memo)
    if (upload.underWay) return arrived(memo, await askSession(call, upload), call.now)
    await call.keep({ ...memo, upload: { ...upload, underWay: true } })
    const file = await call.media(requireVideo(post))
    const [from, to] = [upload.had, pieceEnd(upload.had, upload.size)]
    const body = bytesOf(file, from, to)
    const piece = { from, to, contentType: file.contentType, body, timeoutMs: pieceMs }
    return arrived(memo, await sendPiece(call, upload, piece), call.now)
  },
}

/** Sends the last piece. The session recognizes a repeat, so no second video is created. */
export const finish: Step<Grant, Memo> = {
  repeat: 'safe',
  shows: true,
  settleMs: listedMs,
  async run(call, post, memo) {
    const upload = uploadOf(memo)
    const standing = upload.underWay ? await askSession(call, upload) : null
    if (standing?.is === 'done') return arrived(memo, standing, call.now)
    const from = standing?.had ?? upload.had
    if (from < lastPieceFrom(upload.size)) return arrived(memo, { is: 'open', had: from }, call.now)
    await call.keep({ ...memo, upload: { ...upload, had: from, underWay: true } })
    const file = await call.media(requireVideo(post))
    const body = await file.read(from, upload.size)
    const piece = { from, to: upload.size, contentType: file.contentType, body }
    return arrived(memo, await sendPiece(call, upload, piece), call.now)
  },
  find: (call, post, memo, doubt) => findVideo(call, post, memo, doubt),
}

async function* bytesOf(file: Sendable, from: number, to: number) {
  for (let at = from; at < to; at += readBytes) yield await file.read(at, Math.min(at + readBytes, to))
}
