import { z } from 'zod'
import { postIdInput } from '../inputs/post-id.ts'
import { defineTask, reads } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const getStatus = defineTask({
  name: 'get_status',
  title: 'Get the status of a post',
  about: 'Says where a post stands on each account: published with its URL, waiting and for what, or failed and why.',
  scopes: ['posts:read'],
  effect: reads,
  input: z.strictObject({ post: postIdInput }),
  output: postOutput,
  async run(api, { post }) {
    return shortenPost(await api.getPost({ id: post }))
  },
  describe: describePost,
})
