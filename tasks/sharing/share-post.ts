import { z } from 'zod'
import { postIdInput } from '../inputs/ids.ts'
import { adds, defineTask } from '../task.ts'

export const sharePost = defineTask({
  name: 'share_post',
  title: 'Create a share link',
  about: 'Creates a link that shows a post to people without an account, as each network will show it.',
  scopes: ['posts:write'],
  effect: adds,
  input: z.strictObject({
    post: postIdInput,
    comments: z.boolean().exactOptional().describe('If true, anyone with the link can comment.'),
    expiresAt: z.string().exactOptional().describe('When the link expires. By default it works until it is revoked.'),
  }),
  output: z.object({ id: z.string(), url: z.string(), expiresAt: z.string().nullable() }),
  async run(api, { post, ...fields }) {
    const { id, url, expiresAt } = await api.createShareLink({ id: post, ...fields })
    return { id, url, expiresAt }
  },
  describe: ({ url }) => url,
})
