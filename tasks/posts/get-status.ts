import { z } from 'zod'
import { postIdInput } from '../inputs/ids.ts'
import { defineTask, reads } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

const lookEveryMs = 1_000
const onItsWay: ReadonlySet<string> = new Set(['scheduled', 'queued', 'publishing'])

export const getStatus = defineTask({
  name: 'get_status',
  title: 'Get the status of a post',
  about:
    'Returns a post’s status on each account: published with its URL, waiting and the reason, or failed and the reason. ' +
    'With waitSeconds, waits until the post is published.',
  scopes: ['posts:read'],
  effect: reads,
  input: z.strictObject({
    post: postIdInput,
    waitSeconds: z
      .int()
      .min(0)
      .max(45)
      .default(0)
      .describe('The maximum number of seconds to wait until the post is published or has failed.'),
  }),
  output: postOutput,
  async run(api, { post: id, waitSeconds }) {
    for (let looks = 0; ; looks += 1) {
      const post = await api.getPost({ id })
      if (!onItsWay.has(post.status) || looks * lookEveryMs >= waitSeconds * 1_000) return shortenPost(post)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  },
  describe: describePost,
})
