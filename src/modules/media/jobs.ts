import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import type { MediaDeps } from './deps.ts'
import { removeLeaving, sweepMediaNow } from './storage/sweep.ts'

/** Removes files from storage that no media use any more. Code that marks a file as `leaving` enqueues it. */
export const removeMediaFiles = defineJob<object>('media.remove-files')

/** Removes uploads that began and never finished, a day later. A cron enqueues it. */
export const sweepMedia = defineJob('media.sweep')

type MediaJobDeps = Pick<MediaDeps, 'db' | 'clock' | 'storage' | 'scratch'>

export function mediaHandlers(deps: MediaJobDeps): readonly Handled[] {
  return [
    handle(removeMediaFiles, (_data, { signal }) => removeLeaving(deps, signal)),
    handle(sweepMedia, (_data, { signal }) => sweepMediaNow(deps, signal)),
  ]
}
