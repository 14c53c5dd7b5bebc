import { z } from 'zod'
import { answerFailure, readAnswer } from '#connectors/api/json-api.ts'
import type { Next, Step } from '#connectors/connector.ts'
import { ask, urn } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { filesOf } from '../plan.ts'
import { awaitMedia, firstLookMs } from './ready.ts'

/** A video is uploaded in parts, each to its own URL. The memo stores the tag that identifies each part. */

const partMs = 90_000

const opened = z.object({
  value: z.object({
    video: urn,
    uploadToken: z.string().max(8_192).nullish(),
    uploadUrlsExpireAt: z.number().int().positive().nullish().catch(null),
    uploadInstructions: z
      .array(
        z.object({
          uploadUrl: z.url({ protocol: /^https?$/ }).max(8_192),
          firstByte: z.number().int().min(0),
          lastByte: z.number().int().min(0),
        }),
      )
      .min(1)
      .max(1_000),
  }),
})

export const startVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: 60_000,
  async run(call, post, memo) {
    const [item] = filesOf(post)
    if (!item) throw new Error('the post has no video')
    const file = await call.media(item)
    const answer = await ask(call.http, {
      name: 'initializeVideo',
      method: 'POST',
      path: '/rest/videos?action=initializeUpload',
      token: call.grant.accessToken,
      json: {
        initializeUploadRequest: {
          owner: post.account.remoteId,
          fileSizeBytes: file.size,
          uploadCaptions: false,
          uploadThumbnail: false,
        },
      },
    })
    const { video, uploadToken, uploadUrlsExpireAt: endsMs, uploadInstructions } = readAnswer(answer, opened).value
    const parts = uploadInstructions.map(({ uploadUrl: url, firstByte: from, lastByte: to }) => ({ url, from, to }))
    if (parts.at(-1)?.to !== file.size - 1) throw answerFailure(answer, 'unreadable')
    const dies = endsMs ? { diesAt: new Date(endsMs) } : {}
    return {
      memo: { ...memo, video: { urn: video, token: uploadToken ?? '', parts, tags: [] } },
      then: 'sendVideo',
      ...dies,
    }
  },
}

export const sendVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: partMs,
  async run(call, post, memo) {
    const video = videoOf(memo)
    const [part, ...left] = video.parts
    const [item] = filesOf(post)
    if (!part || !item) return { memo, then: 'finishVideo' }
    const file = await call.media(item)
    const answer = await call.http.send({
      name: 'uploadVideoPart',
      method: 'PUT',
      url: part.url,
      // Sent without a token: the URL itself is the credential.
      headers: { 'content-type': 'application/octet-stream' },
      body: await file.read(part.from, part.to + 1),
      timeoutMs: partMs,
    })
    const tag = answer.headers.etag?.replace(/^(?:W\/)?"|"$/g, '') ?? ''
    if (tag === '') throw answerFailure(answer, 'unreadable')
    const after: Memo = { ...memo, video: { ...video, parts: left, tags: [...video.tags, tag] } }
    return { memo: after, then: left.length > 0 ? 'sendVideo' : 'finishVideo' }
  },
}

export const finishVideo: Step<Grant, Memo> = {
  repeat: 'safe',
  async run({ http, grant }, _post, memo) {
    const { urn: video, token: uploadToken, tags: uploadedPartIds } = videoOf(memo)
    await ask(http, {
      name: 'finalizeVideo',
      method: 'POST',
      path: '/rest/videos?action=finalizeUpload',
      token: grant.accessToken,
      json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
    })
    return { memo, then: 'awaitVideo', afterMs: firstLookMs }
  },
}

export const awaitVideo: Step<Grant, Memo> = awaitMedia({
  step: 'awaitVideo',
  name: 'getVideo',
  place: 'videos',
  of: ({ video }) => video?.urn ?? null,
  done: (_post, memo): Next<Memo> => ({ memo, then: 'post' }),
})

/** Restarts an upload that LinkedIn no longer accepts. */
export const videoAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { video: _video, ...memo }) {
    return { memo, then: 'startVideo' }
  },
}
