import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { MediaDeps } from './deps.ts'
import { removeLeaving, sweepMediaNow } from './sweep.ts'

/** Removes from storage what no media shows any more. Asked for by whatever makes a file leave. */
export const removeMediaFiles = defineJob<object>('media.remove-files')

/** Removes what was begun and never ended, a day later. Asked for by a cron. */
export const sweepMedia = defineJob('media.sweep')

export type MediaJobDeps = Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>

export function mediaHandlers(deps: MediaJobDeps): readonly Handled[] {
  return [
    handle(removeMediaFiles, (_data, { signal }) => removeLeaving(deps, signal)),
    handle(sweepMedia, (_data, { signal }) => sweepMediaNow(deps, signal)),
  ]
}
