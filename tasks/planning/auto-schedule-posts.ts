import { z } from 'zod'
import { formatTime } from '../format-time.ts'
import { confirmWarningsInput } from '../inputs/content.ts'
import { postIdInput } from '../inputs/ids.ts'
import { defineTask, publishes } from '../task.ts'

export const autoSchedulePosts = defineTask({
  name: 'auto_schedule_posts',
  title: 'Schedule drafts in free slots',
  about:
    'Schedules drafts in the next free slots of their profile, at its best times. Schedules all of them or none. ' +
    'Call it with dryRun first, show the times to the user, and continue only if the user agrees.',
  scopes: ['posts:write', 'posts:publish'],
  effect: publishes,
  input: z.strictObject({
    posts: z.array(postIdInput).min(1).describe('The draft IDs, in publishing order.'),
    postsPerDay: z.int().min(1).max(24).describe('The number of posts to publish each day.'),
    startDate: z.string().exactOptional().describe('The first day, such as 2026-12-01 (default: today).'),
    timeSlots: z
      .array(z.string())
      .exactOptional()
      .describe('Times of day, such as ["09:30", "17:00"] (default: the profile’s best times).'),
    timezone: z
      .string()
      .exactOptional()
      .describe('The time zone of the days and times (default: the profile’s time zone).'),
    confirmWarnings: confirmWarningsInput,
    dryRun: z.boolean().default(false).describe('If true, returns the times without scheduling anything.'),
  }),
  output: z.object({
    dryRun: z.boolean(),
    scheduled: z.array(z.object({ post: z.string(), scheduledAt: z.string(), timezone: z.string() })),
  }),
  async run(api, { posts: postIds, ...fields }) {
    const { dryRun, scheduled } = await api.autoSchedulePosts({ postIds, ...fields })
    return { dryRun, scheduled: scheduled.map(({ postId: post, ...slot }) => ({ post, ...slot })) }
  },
  describe({ dryRun, scheduled }, { timezone }) {
    const lines = scheduled.map(({ post, scheduledAt }) => `${formatTime(scheduledAt, timezone)} ${post}`)
    return [dryRun ? 'Dry run: nothing was scheduled. These times are free:' : 'Scheduled:', ...lines].join('\n')
  },
})
