import { z } from 'zod'
import { postIdInput } from '../inputs/ids.ts'
import { defineTask, publishes } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const retryPost = defineTask({
  name: 'retry_post',
  title: 'Retry a failed post',
  about: 'Sends the failed targets of a post again. For a target whose outcome is unknown, use resolve_target.',
  scopes: ['posts:write', 'posts:publish'],
  effect: publishes,
  input: z.strictObject({
    post: postIdInput,
    targets: z
      .array(z.string().min(1))
      .exactOptional()
      .describe('Network names or target IDs (tgt_…). If omitted, all failed targets are retried.'),
  }),
  output: postOutput,
  async run(api, { post: id, targets }) {
    return shortenPost(await api.retryPost({ id, ...(targets ? { platforms: targets } : {}) }))
  },
  describe: describePost,
})
