import type { Next, Outgoing } from '#connectors/connector.ts'
import type { ExtraStep, Memo } from '../memo.ts'
import { settingsOf } from '../settings.ts'
import { mayBeShort, videoOf } from '../video-of.ts'

/** A call that follows once the video is published. It cannot fail the post. */
interface Extra {
  readonly step: ExtraStep
  /** The step's calls, as named in plans. */
  readonly calls: readonly string[]
}

export function listExtras(post: Outgoing): readonly Extra[] {
  const { captions, playlistId } = settingsOf(post.settings)
  const video = videoOf(post)
  const all: readonly (Extra | false)[] = [
    captions !== undefined && { step: 'captions', calls: ['POST insertCaption'] },
    playlistId !== undefined && { step: 'playlist', calls: ['POST insertPlaylistItem'] },
    // Last, because a Short's thumbnail may have to wait.
    video?.thumbnail !== undefined && {
      step: 'thumbnail',
      calls: [...(mayBeShort(video) ? ['GET getVideo'] : []), 'POST setThumbnail'],
    },
  ]
  return all.filter((extra) => extra !== false)
}

/**
 * Marks an extra as done and continues with the first one that is not, or ends. The order may differ between versions,
 * so a step's position does not show which extras are done.
 */
export function onward(post: Outgoing, before: Memo, step?: ExtraStep): Next<Memo> {
  const done = [...(before.extras ?? []), ...(step ? [step] : [])]
  const memo = step ? { ...before, extras: done } : before
  const next = listExtras(post).find((extra) => !done.includes(extra.step))
  return next ? { memo, then: next.step } : { memo, end: true }
}
