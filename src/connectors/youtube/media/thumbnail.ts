import type { MediaRule, Step } from '#connectors/connector.ts'
import { uploadUrl } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { onward } from '../post/extras.ts'
import { longestMs, readShort } from '../post/status.ts'
import { tryExtra } from '../post/try-extra.ts'
import { mayBeShort, requireVideo } from '../video-of.ts'

/** YouTube has accepted larger images since September 2026; this size was always accepted. */
const rule: MediaRule = { formats: ['image/jpeg', 'image/png'], maxBytes: 2_000_000 }
const uploadMs = 60_000

/** Sets the video's thumbnail, replacing any earlier one. */
export const thumbnail: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  deadlineMs: uploadMs,
  patienceMs: longestMs + 3_600_000,
  async run(call, post, memo) {
    const video = requireVideo(post)
    const picture = video.thumbnail
    if (!picture) return onward(post, memo, 'thumbnail')
    if (mayBeShort(video)) {
      const state = await readShort(call, memo)
      if (state === 'too long') return { ...onward(post, memo, 'thumbnail'), warning: notSet }
      if (state !== 'succeeded') return { memo, then: 'thumbnail', ...state }
    }
    const file = await call.media(picture, rule)
    return tryExtra(post, memo, { step: 'thumbnail', what: 'thumbnail' }, async () =>
      call.http.send({
        name: 'setThumbnail',
        method: 'POST',
        url: uploadUrl(call.http, 'thumbnails/set', { videoId: videoIdOf(memo) }),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${call.grant.accessToken}`,
          'content-type': file.contentType,
        },
        body: await file.read(),
        timeoutMs: uploadMs,
      }),
    )
  },
}

const notSet =
  'YouTube was still processing the Short after three hours, so Posthorn did not set the thumbnail. Set it in YouTube Studio.'
