import type { Step } from '#connectors/connector.ts'
import { uploadUrl } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoIdOf } from '../memo.ts'
import { onward } from '../post/extras.ts'
import { tryExtra } from '../post/try-extra.ts'
import { settingsOf } from '../settings.ts'

/** Adds captions. YouTube accepts one track for each language and name, so a repeat is recognized. */
export const captions: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  async run(call, post, memo) {
    const { captions: track } = settingsOf(post.settings)
    if (!track) return onward(post, memo, 'captions')
    const snippet = { videoId: videoIdOf(memo), language: track.language, name: track.name ?? '' }
    const boundary = call.key(0)
    const isDone = (reason: string) => reason === 'captionExists'
    return tryExtra(post, memo, { step: 'captions', what: 'captions', isDone }, () =>
      call.http.send({
        name: 'insertCaption',
        method: 'POST',
        url: uploadUrl(call.http, 'captions', { uploadType: 'multipart', part: 'snippet' }),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${call.grant.accessToken}`,
          'content-type': `multipart/related; boundary=${boundary}`,
        },
        body: formOf(JSON.stringify({ snippet }), track.text, boundary),
      }),
    )
  },
}

/** Builds the two parts that YouTube expects: the track's metadata and the file. */
const formOf = (json: string, file: string, boundary: string): string =>
  [
    `--${boundary}`,
    'content-type: application/json; charset=UTF-8',
    '',
    json,
    `--${boundary}`,
    'content-type: application/octet-stream',
    '',
    file,
    `--${boundary}--`,
    '',
  ].join('\r\n')
