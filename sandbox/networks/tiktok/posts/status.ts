import type { Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Job } from '../state/records.ts'
import { fine, no } from '../wire/envelope.ts'
import { bodyOf, readerOf } from '../wire/fields.ts'
import { bothWays } from '../wire/routes.ts'
import { fail, isOpen, isPublic } from './jobs.ts'

const scopes = ['video.publish', 'video.upload']

/** The routes that report the status of a post and cancel an unpublished one. */
export function statusRoutes(platform: Platform): readonly Route[] {
  const shared = { accepts: ['json'], token: 'access' } as const
  return [
    ...bothWays(
      route('POST', '/v2/post/publish/status/fetch/', 'getPublishStatus', shared, (incoming) =>
        fine(platform, statusOf(platform, jobOf(platform, incoming))),
      ),
    ),
    ...bothWays(
      route('POST', '/v2/post/publish/cancel/', 'cancelPublish', { ...shared, writes: true }, (incoming) => {
        const job = jobOf(platform, incoming)
        if (!isOpen(job) && job.state !== 'in_inbox')
          no(platform, 400, 'invalid_publish_id', 'The publish_id is in a final state and cannot be cancelled.')
        fail(job, 'publish_cancelled')
        return fine(platform, {})
      }),
    ),
  ]
}

function jobOf(platform: Platform, incoming: Incoming): Job {
  const { person } = requireCaller(platform, incoming, scopes)
  const id = readerOf(platform, bodyOf(incoming)).text('publish_id', 64)
  const job = platform.jobs.get(id) ?? no(platform, 400, 'invalid_publish_id')
  return job.person === person ? job : no(platform, 400, 'token_not_authorized_for_specified_publish_id')
}

function statusOf(platform: Platform, job: Job): object {
  const { state, failReason, post, source } = job
  return {
    status:
      state === 'uploading' || state === 'downloading'
        ? `PROCESSING_${source === 'file' ? 'UPLOAD' : 'DOWNLOAD'}`
        : ends[state],
    ...(failReason === null ? {} : { fail_reason: failReason }),
    // The misspelling is the network's own. A private post never gets such an ID.
    ...(post === null ? {} : { publicaly_available_post_id: isPublic(platform, post) ? [int64(post.id)] : [] }),
    ...(source === 'file' ? { uploaded_bytes: job.uploadedBytes } : { downloaded_bytes: job.downloadedBytes }),
  }
}

const ends = { in_inbox: 'SEND_TO_USER_INBOX', published: 'PUBLISH_COMPLETE', failed: 'FAILED' } as const
