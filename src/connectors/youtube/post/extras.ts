import type { Next, Outgoing } from '#connectors/connector.ts'
import type { ExtraStep, Memo } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { mayBeShort, videoOf } from '../video-of.ts'

/** A call that follows once the video is out. It cannot make the post fail. */
interface Extra {
  readonly step: ExtraStep
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

/**
 * Marks an extra as done, and goes to the first one that is not, or ends. Their order may differ between versions, so the
 * position of a step does not say which extras are done.
 */
export function onward(post: Outgoing, before: Memo, step?: ExtraStep): Next<Memo> {
  const done = [...(before.extras ?? []), ...(step ? [step] : [])]
  const memo = step ? { ...before, extras: done } : before
  const next = listExtras(post).find((extra) => !done.includes(extra.step))
  return next ? { memo, then: next.step } : { memo, end: true }
}
