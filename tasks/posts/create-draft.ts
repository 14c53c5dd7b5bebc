import { z } from 'zod'
import { newPostFields, writeBody } from '../inputs/content.ts'
import { adds, defineTask } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const createDraft = defineTask({
  name: 'create_draft',
  title: 'Create a draft',
  about: 'Stores a post as a draft. It isn’t published until someone schedules or publishes it.',
  scopes: ['posts:write', 'profiles:read', 'connections:read'],
  effect: adds,
  input: z.strictObject(newPostFields),
  output: postOutput,
  async run(api, post) {
    return shortenPost(await api.createPost({ ...(await writeBody(api, post)), saveAsDraft: true }))
  },
  describe: describePost,
})
