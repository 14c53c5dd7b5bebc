import type { Next, Outgoing } from '#connectors/connector.ts'
import type { Memo } from '../memo.ts'
import { settingsOf } from '../settings.ts'

/** A call that follows once the video is out. It cannot make the post fail. */
export interface Extra {
  readonly step: 'thumbnail' | 'captions' | 'playlist'
  /** The call of the step, as plans name it. */
  readonly call: string
}

export function listExtras(post: Outgoing): readonly Extra[] {
  const { captions, playlistId } = settingsOf(post.settings)
  const all: readonly (Extra | false)[] = [
    post.parts[0]?.media.some(({ thumbnail }) => thumbnail) === true && {
      step: 'thumbnail',
      call: 'POST setThumbnail',
    },
    captions !== undefined && { step: 'captions', call: 'POST insertCaption' },
    playlistId !== undefined && { step: 'playlist', call: 'POST insertPlaylistItem' },
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
