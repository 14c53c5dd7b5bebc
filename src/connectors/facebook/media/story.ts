import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { id, read } from '#connectors/meta/graph-call.ts'
import { earliestMs } from '#connectors/search/search.ts'
import { ask, postId, storyPath } from '../api/graph.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, photosOf } from '../memo.ts'
import { shown } from '../post/post.ts'

/** Image stories. A story whose response was lost is found by its image, which nothing else uses. */

const published = z.object({ success: z.literal(true), post_id: postId })

export const photoStory: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 60_000,
  async run(call, post, memo) {
    const answer = await ask(call.http, {
      name: 'createPhotoStory',
      method: 'POST',
      path: `/${post.account.remoteId}/photo_stories`,
      params: { photo_id: photosOf(memo)[0] ?? '' },
      token: pageTokenOf(call.grant, post),
    })
    return storyOf(call, post, memo, read(answer, published).post_id)
  },
  find: (call, post, memo, doubt) => findStory(call, post, memo, doubt.first),
}

const storyOf = (call: Call<Grant>, post: Outgoing, memo: Memo, id: string): Next<Memo> =>
  shown(call, post, memo, { id, url: storyPath(id) })

const story = z.object({ post_id: postId, media_id: id.nullish() })
const stories = z.object({
  data: z.array(story),
  paging: z.object({ next: z.string().optional() }).optional(),
})

async function findStory(call: Call<Grant>, post: Outgoing, memo: Memo, since: Date) {
  const answer = await ask(call.http, {
    name: 'getStories',
    method: 'GET',
    path: `/${post.account.remoteId}/stories`,
    params: {
      fields: 'post_id,media_id',
      since: String(Math.floor(earliestMs(since) / 1_000)),
      limit: '100',
    },
    token: pageTokenOf(call.grant, post),
    maxBytes: 4_000_000,
  })
  const { data, paging } = read(answer, stories)
  const found = data.find(({ media_id }) => media_id === photosOf(memo)[0])
  if (found) return storyOf(call, post, memo, found.post_id)
  return paging?.next === undefined ? ('absent' as const) : ('unsure' as const)
}
