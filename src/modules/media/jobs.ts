import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { MediaDeps } from './deps.ts'
import { removeLeaving, sweepMediaNow } from './storage/sweep.ts'

/** Removes files from storage that are no longer used by any media. Code that marks a file as `leaving` enqueues it. */
export const removeMediaFiles = defineJob<object>('media.remove-files')

/** Removes uploads that were started but not finished within a day. A cron enqueues it. */
export const sweepMedia = defineJob('media.sweep')

type MediaJobDeps = Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>

export function mediaHandlers(deps: MediaJobDeps): readonly Handled[] {
  return [
    handle(removeMediaFiles, (_data, { signal }) => removeLeaving(deps, signal)),
    handle(sweepMedia, (_data, { signal }) => sweepMediaNow(deps, signal)),
  ]
}
