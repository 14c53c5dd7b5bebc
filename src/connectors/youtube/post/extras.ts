import type { Next, Outgoing } from '#connectors/connector.ts'
import type { Memo } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { mayBeShort, videoOf } from '../video-of.ts'

/** A call that follows once the video is out. It cannot make the post fail. */
export interface Extra {
  readonly step: 'thumbnail' | 'captions' | 'playlist'
  /** The calls of the step, as plans name them. */
  readonly calls: readonly string[]
}

export function listExtras(post: Outgoing): readonly Extra[] {
  const { captions, playlistId } = settingsOf(post.settings)
  const video = videoOf(post)
  const all: readonly (Extra | false)[] = [
    captions !== undefined && { step: 'captions', calls: ['POST insertCaption'] },
    playlistId !== undefined && { step: 'playlist', calls: ['POST insertPlaylistItem'] },
    // Last, since that of a Short may have to wait.
    video?.thumbnail !== undefined && {
      step: 'thumbnail',
      calls: [...(mayBeShort(video) ? ['GET getVideo'] : []), 'POST setThumbnail'],
    },
  ]
  return all.filter((extra) => extra !== false)
}

/** Goes on to the extra that follows, or ends. Without `step`, goes to the first one. */
export function onward(post: Outgoing, memo: Memo, step?: Extra['step']): Next<Memo> {
  const extras = listExtras(post)
  const at = extras.findIndex((extra) => extra.step === step)
  const next = extras[at + 1]
  return next ? { memo, then: next.step } : { memo, end: true }
}
