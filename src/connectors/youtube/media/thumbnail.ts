import type { MediaRule, Step } from '#connectors/connector.ts'
import { uploadUrl } from '../api/calls.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { requireVideo } from '../plan.ts'
import { onward } from '../post/extras.ts'
import { tryExtra } from '../post/try-extra.ts'

/** YouTube has taken larger pictures since September 2026; this size it has always taken. */
const rule: MediaRule = { formats: ['image/jpeg', 'image/png'], maxBytes: 2_000_000 }
const uploadMs = 60_000

/** Sets the picture of the video, in place of one that was set before. */
export const thumbnail: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const picture = requireVideo(post).thumbnail
    if (!picture) return onward(post, memo, 'thumbnail')
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
