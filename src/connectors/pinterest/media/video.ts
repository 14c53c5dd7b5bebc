import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import type { Outgoing, OutgoingMedia, Step } from '#connectors/connector.ts'
import { id } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { videoIn } from '../plan.ts'

/**
 * A video is uploaded to a file store before its pin. The upload fields are a credential and are not saved, so
 * registering and sending are one step, which starts over if the process dies during it. A video is invisible without a
 * pin.
 */
const sendMs = 900_000
const lookMs = 3_000
const patienceMs = 60 * 60_000

const registered = z.object({
  media_id: id,
  upload_url: z.url({ protocol: /^https?$/ }),
  upload_parameters: z.record(z.string(), z.string()),
})

export const sendVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: sendMs,
  async run(call, post, memo) {
    const file = await call.media(fileOf(post))
    const answer = await sendJson(call.http, {
      name: 'registerMedia',
      method: 'POST',
      path: '/media',
      token: call.grant.accessToken,
      json: { media_type: 'video' },
    })
    const { media_id: video, upload_url: url, upload_parameters: fields } = readAnswer(answer, registered)
    const form = formOf(file, fields, `video-${call.key(0)}`)
    await call.http.send({
      name: 'uploadMedia',
      method: 'POST',
      url,
      headers: { 'content-type': form.contentType, 'content-length': String(form.contentLength) },
      body: form.body,
      timeoutMs: sendMs,
    })
    return { memo: { ...memo, video }, then: 'wait', afterMs: lookMs }
  },
}

const state = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) })

/** A failure code of this connector: the network reports the problem in a response that is not an error. */
export const videoFailed = 'video_failed'

/** Checks once whether Pinterest has processed the video. */
export const wait: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, _post, memo) {
    const path = `/media/${videoOf(memo)}`
    const answer = await sendJson(call.http, { name: 'getMedia', method: 'GET', path, token: call.grant.accessToken })
    const { status } = readAnswer(answer, state)
    if (status === 'failed') throw answerFailure(answer, videoFailed)
    return status === 'succeeded' ? { memo, then: 'pinVideo' } : { memo, then: 'wait', afterMs: lookMs }
  },
}

function fileOf(post: Outgoing): OutgoingMedia {
  const video = videoIn(post)
  if (!video) throw new Error('the post has no video')
  return video
}
