import { z } from 'zod'
import { bodyOf, confirming, postOrNewFields, readPostOrNew } from '../inputs/post-or-new.ts'
import { defineTask, publishes } from '../task.ts'
import { shortenCheck } from './answers/check.ts'
import { describeDryRun, dryRunOutput } from './answers/dry-run.ts'
import { shortenPost } from './answers/post.ts'

export const publishPost = defineTask({
  name: 'publish_post',
  title: 'Publish a post now',
  about:
    'Publishes a new post, a draft or a scheduled post immediately. The post becomes public, and Posthorn can’t undo this. ' +
    'Call it with dryRun first, show the user what would be published, and continue only if the user agrees.',
  scopes: ['posts:read', 'posts:write', 'posts:publish', 'profiles:read', 'connections:read'],
  effect: publishes,
  input: z.strictObject(postOrNewFields),
  output: dryRunOutput,
  async run(api, { dryRun, ...fields }) {
    const meant = await readPostOrNew(api, fields)
    const confirmed = confirming(fields.confirmWarnings)
    if (dryRun) {
      const body = 'body' in meant ? meant.body : { ...bodyOf(await api.getPost(meant)), ...confirmed }
      return { dryRun, check: shortenCheck(await api.validatePost(body)), post: null }
    }
    if ('body' in meant) return { dryRun, check: null, post: shortenPost(await api.createPost(meant.body)) }
    if (fields.confirmWarnings !== undefined) await api.updatePost({ ...meant, ...confirmed })
    await api.submitPost({ postId: meant.id })
    return { dryRun, check: null, post: shortenPost(await api.getPost(meant)) }
  },
  describe: describeDryRun,
})
