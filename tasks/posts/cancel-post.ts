import { z } from 'zod'
import { postIdInput } from '../inputs/ids.ts'
import { changes, defineTask } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const cancelPost = defineTask({
  name: 'cancel_post',
  title: 'Cancel a scheduled post',
  about:
    'Removes a post from the queue. It becomes a draft and keeps its text. Publishing that has already started isn’t stopped.',
  scopes: ['posts:read', 'posts:write'],
  effect: changes,
  input: z.strictObject({ post: postIdInput }),
  output: postOutput,
  async run(api, { post: id }) {
    await api.cancelPost({ postId: id })
    return shortenPost(await api.getPost({ id }))
  },
  describe: describePost,
})
