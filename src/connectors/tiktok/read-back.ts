import { z } from 'zod'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import { ask, id } from './api.ts'
import type { Grant } from './auth/grant.ts'

const answer = z.object({ videos: z.array(z.object({ id, video_description: z.string().nullish() })) })

/** The length from which a returned text may be truncated: TikTok returns at most 150 characters. */
const cutFrom = 140

/** Reads posts. TikTok returns only public posts, so a post that is not returned may still exist. */
export async function readBack({ remoteIds, ...call }: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  if (!call.grant.scopes.includes('video.list')) return remoteIds.map(() => 'closed')
  const json = { filters: { video_ids: remoteIds } }
  const path = '/v2/video/query/?fields=id,video_description'
  const { data } = await ask(call, 'queryVideos', path, json, answer)
  return remoteIds.map((remoteId) => {
    const text = data.videos.find((one) => one.id === remoteId)?.video_description
    if (text === undefined) return 'closed'
    const whole = text ?? ''
    return seenPart({ ...splitTitle(whole, call.post.title), isCut: whole.length >= cutFrom })
  })
}

/** TikTok returns the title of an image post as the first line of its text. */
function splitTitle(text: string, title: string | null) {
  const above = `${title ?? ''}\n`
  return title !== null && text.startsWith(above) ? { title, text: text.slice(above.length) } : { text }
}
