import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import type { Platform } from '../state/platform.ts'
import type { Video } from '../state/records.ts'
import { hasSucceeded, privacyOf } from './life.ts'

/** Returns the resource of a video, with all of its parts. */
export function shownVideo(platform: Platform, video: Video) {
  const { id, requested, person, atMs, status, reason, thumbnail, file, captions } = video
  const { views, likes, comments } = countsOf(platform, video)
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      publishedAt: new Date(atMs).toISOString(),
      channelId: person.channelId,
      channelTitle: displayNameOf(person.name),
      title: requested.title,
      description: requested.description,
      tags: requested.tags,
      categoryId: requested.categoryId === '' ? '22' : requested.categoryId,
      thumbnails: { default: { url: thumbnail?.url ?? file.url } },
    },
    status: {
      uploadStatus: status,
      ...(status === 'failed' ? { failureReason: reason } : {}),
      ...(status === 'rejected' ? { rejectionReason: reason } : {}),
      privacyStatus: privacyOf(platform, video),
      ...(requested.publishAtMs === null ? {} : { publishAt: new Date(requested.publishAtMs).toISOString() }),
      selfDeclaredMadeForKids: requested.madeForKids,
    },
    contentDetails: { caption: captions.length > 0 ? 'true' : 'false' },
    processingDetails: { processingStatus: hasSucceeded(platform, video) ? 'succeeded' : 'processing' },
    // Counts are strings.
    statistics: {
      viewCount: String(views),
      likeCount: String(likes),
      favoriteCount: '0',
      commentCount: String(comments),
    },
  }
}
