import { z } from 'zod'
import type { Metrics, ReadCall } from '#connectors/connector.ts'
import { ask, id } from './api.ts'
import type { Grant } from './auth/grant.ts'

const batchMax = 20
const fields = 'id,view_count,like_count,comment_count,share_count'

const count = z.coerce.number().int().min(0).optional().catch(undefined)
const answer = z.object({
  videos: z.array(z.object({ id, view_count: count, like_count: count, comment_count: count, share_count: count })),
})

/** Reads the counters if permitted. TikTok returns only public posts; any other counts as gone. */
export async function metrics(call: ReadCall<Grant>, remoteIds: readonly string[]): Promise<readonly Metrics[]> {
  if (!call.grant.scopes.includes('video.list')) return []
  const all: Metrics[] = []
  for (let from = 0; from < remoteIds.length; from += batchMax) {
    const ids = remoteIds.slice(from, from + batchMax)
    const json = { filters: { video_ids: ids } }
    const { data } = await ask(call, 'queryVideos', `/v2/video/query/?fields=${fields}`, json, answer)
    const known = new Map(data.videos.map((video) => [video.id, video]))
    for (const remoteId of ids) {
      const video = known.get(remoteId)
      all.push({ remoteId, counts: video ? countsOf(video) : null })
    }
  }
  return all
}

function countsOf(video: z.output<typeof answer>['videos'][number]): NonNullable<Metrics['counts']> {
  const counts = {
    views: video.view_count,
    likes: video.like_count,
    comments: video.comment_count,
    shares: video.share_count,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
}
