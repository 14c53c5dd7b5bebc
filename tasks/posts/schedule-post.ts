import { z } from 'zod'
import { bodyOf, confirming, postOrNewFields, readPostOrNew } from '../inputs/post-or-new.ts'
import { timeFields } from '../inputs/time.ts'
import { defineTask, publishes } from '../task.ts'
import { shortenCheck } from './answers/check.ts'
import { describeDryRun, dryRunOutput } from './answers/dry-run.ts'
import { shortenPost } from './answers/post.ts'

export const schedulePost = defineTask({
  name: 'schedule_post',
  title: 'Schedule a post',
  about:
    'Schedules a new post or a draft, or moves a scheduled post to another time. No one needs to be online at that time. ' +
    'Call it with dryRun first, show the user what would be published, and continue only if the user agrees.',
  scopes: ['posts:read', 'posts:write', 'posts:publish', 'profiles:read', 'connections:read'],
  effect: publishes,
  input: z.strictObject({ ...postOrNewFields, ...timeFields }),
  output: dryRunOutput,
  async run(api, { at: scheduledAt, timezone, dryRun, ...fields }) {
    const time = { scheduledAt, ...(timezone === undefined ? {} : { timezone }) }
    const meant = await readPostOrNew(api, fields)
    const confirmed = confirming(fields.confirmWarnings)
    if (dryRun) {
      const body = 'body' in meant ? meant.body : { ...bodyOf(await api.getPost(meant)), ...confirmed }
      return { dryRun, check: shortenCheck(await api.validatePost({ ...body, ...time })), post: null }
    }
    const post =
      'body' in meant
        ? await api.createPost({ ...meant.body, ...time })
        : await api.updatePost({ ...meant, ...time, ...confirmed, saveAsDraft: false })
    return { dryRun, check: null, post: shortenPost(post) }
  },
  describe: describeDryRun,
})
