import { z } from 'zod'
import { answerFailure, requireAddress } from '#connectors/api/json-api.ts'
import { type Call, MediaUnfit, type Outgoing, type Sendable, type Step } from '#connectors/connector.ts'
import { id, type Params, read } from '#connectors/meta/graph-call.ts'
import { ask, authorization } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { kindOf, textOf } from '../plan.ts'
import { asTaken, fileOf, findVideo } from './video.ts'
import { videoState } from './video-state.ts'

/**
 * Reels and story videos are uploaded in one request to a separate host. An upload that was cut off resumes where it
 * stopped.
 */
const keptMs = 20 * 3_600_000
const uploadMs = 15 * 60_000
const pieceBytes = 1_048_576
const lookMs = 3_000
const patienceMs = 60 * 60_000

const edges = { reel: 'video_reels', videoStory: 'video_stories' } as const
type Edge = (typeof edges)[keyof typeof edges]
const edgeOf = (post: Outgoing): Edge => (kindOf(post) === 'videoStory' ? edges.videoStory : edges.reel)

const started = z.object({ video_id: id, upload_url: z.string().max(4_096) })
const done = z.object({ success: z.literal(true) })

export const startUpload: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    refuseOthers(post)
    const isStory = kindOf(post) === 'videoStory'
    const answer = await tell(call, post, isStory ? 'startVideoStory' : 'startReel', { upload_phase: 'start' })
    const { video_id, upload_url: url } = read(answer, started)
    // The upload contains the page's token, so it may be sent only to this host.
    if (URL.parse(url)?.origin !== new URL(requireAddress(call.http.addresses, 'upload')).origin)
      throw answerFailure(answer, 'unreadable')
    const diesAt = new Date(call.now.getTime() + keptMs)
    return { memo: { ...memo, video: { id: video_id, url } }, then: isStory ? 'sendStory' : 'sendReel', diesAt }
  },
}

export const sendUpload: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const then = kindOf(post) === 'videoStory' ? 'awaitUpload' : 'finishReel'
    const { begun, ...video } = videoOf(memo)
    const file = await call.media(fileOf(post))
    const had = begun ? await videoState(call, post, memo) : null
    if (had?.isUploaded) return { memo: { ...memo, video }, then }
    await call.keep({ ...memo, video: { ...video, begun: true } })
    const from = Math.min(had?.bytes ?? 0, file.size)
    const answer = await call.http.send({
      name: 'uploadVideo',
      method: 'POST',
      url: video.url ?? '',
      headers: {
        accept: 'application/json',
        ...authorization(pageTokenOf(call.grant, post)),
        offset: String(from),
        file_size: String(file.size),
        'content-type': 'application/octet-stream',
        'content-length': String(file.size - from),
      },
      body: bytesOf(file, from),
      timeoutMs: uploadMs,
    })
    read(answer, done)
    return { memo: { ...memo, video }, then }
  },
}

async function* bytesOf(file: Sendable, from: number) {
  for (let at = from; at < file.size; at += pieceBytes) yield await file.read(at, Math.min(at + pieceBytes, file.size))
}

/** Waits for the complete upload: a story can be published only then. */
export const awaitUpload: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const { isUploaded } = await videoState(call, post, memo)
    return isUploaded ? { memo, then: 'finishStory' } : { memo, then: 'awaitUpload', afterMs: lookMs }
  },
}

/** Asks Facebook to publish the reel as soon as it is ready. */
export const finishReel: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 10_000,
  async run(call, post, memo) {
    const text = textOf(post)
    const params = {
      upload_phase: 'finish',
      video_id: videoOf(memo).id,
      video_state: 'PUBLISHED',
      ...(text.trim() === '' ? {} : { description: text }),
      ...(post.title === null || !hasTitle(post) ? {} : { title: post.title }),
    }
    read(await tell(call, post, 'finishReel', params), done)
    return { ...asTaken(memo), then: 'awaitReel', afterMs: lookMs }
  },
  find: (call, post, memo) => findVideo(call, post, memo, 'awaitReel'),
}

/** False for a vertical video in an ordinary post, because a reel has no title. */
const hasTitle = ({ format }: Outgoing): boolean => format === 'reel' || format === 'short'

/** Publishes the story without text: stories do not show any. */
export const finishStory: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 10_000,
  async run(call, post, memo) {
    const params = { upload_phase: 'finish', video_id: videoOf(memo).id }
    read(await tell(call, post, 'finishVideoStory', params), done)
    return { ...asTaken(memo), then: 'awaitStory', afterMs: lookMs }
  },
  find: (call, post, memo) => findVideo(call, post, memo, 'awaitStory'),
}

/** Restarts the upload under a new id. The network drops the old one, which was never visible. */
export const videoAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, post, { video: _video, ...memo }) {
    const starts = { reel: 'startReel', videoStory: 'startStory' }
    const kind = kindOf(post)
    return { memo, then: kind === 'reel' || kind === 'videoStory' ? starts[kind] : 'startVideo' }
  },
}

function tell({ http, grant }: Call<Grant>, post: Outgoing, name: string, params: Params) {
  const path = `/${post.account.remoteId}/${edgeOf(post)}`
  return ask(http, { name, method: 'POST', path, params, token: pageTokenOf(grant, post) })
}

function refuseOthers(post: Outgoing): void {
  const files = post.parts[0]?.media ?? []
  if (files.length === 1 && files[0]?.kind === 'video') return
  throw new MediaUnfit(
    kindOf(post) === 'reel'
      ? 'A reel is one video. Add a video and remove the images.'
      : 'A story is one image or one video.',
  )
}
