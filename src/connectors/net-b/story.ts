import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { type Grant, pageTokenOf } from './grant.ts'
import { type Memo, photosOf, videoOf } from './memo.ts'
import { tell } from './reel.ts'
import { ask, id, postId, read } from './wire.ts'

/** A story is found again by the picture or video that it is made of: nothing else may be made of that. */
const published = z.object({ success: z.literal(true), post_id: postId })
const settleMs = 60_000

export const photoStory: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs,
  async run(call, post, memo) {
    const answer = await ask(call.http, {
      name: 'createPhotoStory',
      method: 'POST',
      path: `/${post.account.remoteId}/photo_stories`,
      params: { photo_id: photosOf(memo)[0] ?? '' },
      token: pageTokenOf(call.grant, post),
    })
    return shown(memo, read(answer, published).post_id)
  },
  find: (call, post, memo) => findStory(call, post, memo, photosOf(memo)[0] ?? ''),
}

export const finishStory: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs,
  async run(call, post, memo) {
    const params = { upload_phase: 'finish', video_id: videoOf(memo).id }
    const answer = await tell(call, post, 'finishVideoStory', params)
    return shown(memo, read(answer, published).post_id)
  },
  find: (call, post, memo) => findStory(call, post, memo, videoOf(memo).id),
}

/** Stories have no comments, and no address but this one. */
const shown = (memo: Memo, remoteId: string): Next<Memo> => ({
  memo: { ...memo, post: remoteId },
  shown: { part: 0, remoteId, url: `https://www.facebook.com/stories/${remoteId}` },
  handle: remoteId,
  end: true,
})

const story = z.object({ post_id: postId, status: z.string().optional(), media_id: id.nullish() })
const stories = z.object({
  data: z.array(story),
  paging: z.object({ next: z.string().optional() }).optional(),
})

async function findStory({ http, grant }: Call<Grant>, post: Outgoing, memo: Memo, mediaId: string) {
  const answer = await ask(http, {
    name: 'getStories',
    method: 'GET',
    path: `/${post.account.remoteId}/stories`,
    params: { fields: 'post_id,status,creation_time,media_type,media_id', limit: '100' },
    token: pageTokenOf(grant, post),
    maxBytes: 4_000_000,
  })
  const { data, paging } = read(answer, stories)
  const found = data.find(({ media_id }) => media_id === mediaId)
  if (found) return shown(memo, found.post_id)
  return paging?.next === undefined ? ('absent' as const) : ('unsure' as const)
}
