import { z } from 'zod'
import { postIdInput } from '../inputs/ids.ts'
import { defineTask, removes } from '../task.ts'

export const deletePost = defineTask({
  name: 'delete_post',
  title: 'Delete a post',
  about: 'Moves a post to the trash, where it stays for 30 days. Nothing is deleted from the networks.',
  scopes: ['posts:write'],
  effect: removes,
  input: z.strictObject({ post: postIdInput }),
  output: z.object({ id: z.string(), deletedAt: z.string() }),
  async run(api, { post }) {
    const { id, deletedAt } = await api.deletePost({ id: post })
    return { id, deletedAt }
  },
  describe: ({ id }) => `${id} is in the trash. It can be restored for 30 days.`,
})
