import { z } from 'zod'
import { formatTime } from '../format-time.ts'
import { idInput } from '../inputs/ids.ts'
import { bodyOf, confirming, postOrNewFields, readPostOrNew } from '../inputs/post-or-new.ts'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { shortenCheck } from '../posts/answers/check.ts'
import { describeDryRun, dryRunOutput } from '../posts/answers/dry-run.ts'
import { shortenPost } from '../posts/answers/post.ts'
import { defineTask, publishes, reads } from '../task.ts'

const timeOutput = z.object({
  at: z.string(),
  post: z.string().nullable().describe('The post at this time. Null if the time is free.'),
  holds: z.array(z.string()).describe('Why a post at this time wouldn’t be published on time.'),
})

export const listPostingTimes = defineTask({
  name: 'list_posting_times',
  title: 'List posting times',
  about:
    'Lists the weekly posting times of a profile: which of the next ones are free, which have posts, and what would ' +
    'hold a post there.',
  scopes: ['posts:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileInput,
    from: z.string().exactOptional().describe('The earliest time, such as 2026-12-01T00:00:00Z (default: now).'),
    to: z.string().exactOptional().describe('The latest time (default: 7 days later).'),
  }),
  output: z.object({
    plans: z.array(
      z.object({ id: z.string(), name: z.string(), pausedUntil: z.string().nullable(), times: z.array(timeOutput) }),
    ),
  }),
  async run(api, { profile, ...span }) {
    const { slotPlans } = await api.listSlotPlans({ profileId: await findProfileId(api, profile) })
    const plans = []
    for (const { id, name, pausedUntil } of slotPlans) {
      const { slots } = await api.listSlots({ id, ...span })
      const times = slots.map(({ at, postId: post, holds }) => ({ at, post, holds: holds.map(({ detail }) => detail) }))
      plans.push({ id, name, pausedUntil, times })
    }
    return { plans }
  },
  describe({ plans }, { timezone }) {
    if (plans.length === 0) return 'This profile has no posting times. Set them in the web app under Settings.'
    return plans
      .map(({ id, name, times }) => {
        const lines = times.map(({ at, post, holds }) =>
          [`- ${formatTime(at, timezone)}: ${post ?? 'free'}`, ...holds].join(' '),
        )
        return [`${name} (${id}):`, ...(lines.length > 0 ? lines : ['- No times in these days.'])].join('\n')
      })
      .join('\n\n')
  },
})

export const queuePost = defineTask({
  name: 'queue_post',
  title: 'Add a post to the queue',
  about:
    'Schedules a new post or a draft at the next free posting time of its profile. Find the times with ' +
    'list_posting_times. Call it with dryRun first, show the user what would be published, and continue only if the ' +
    'user agrees.',
  scopes: ['posts:read', 'posts:write', 'posts:publish', 'profiles:read', 'connections:read'],
  effect: publishes,
  input: z.strictObject({
    ...postOrNewFields,
    plan: idInput('slots').exactOptional().describe('The posting times to use (slots_…). Default: all that fit.'),
    place: z
      .enum(['next', 'last', 'top'])
      .default('next')
      .describe('`next`: the next free time. `last`: after the other posts. `top`: before them.'),
    at: z.string().exactOptional().describe('One free posting time, such as 2026-12-01T09:00:00Z.'),
  }),
  output: dryRunOutput,
  async run(api, { plan, place, at, dryRun, ...fields }) {
    const slot = {
      place,
      ...(plan === undefined ? {} : { planId: plan }),
      ...(at === undefined ? {} : { at }),
    }
    const meant = await readPostOrNew(api, fields)
    const confirmed = confirming(fields.confirmWarnings)
    if (dryRun) {
      const asked =
        'body' in meant ? meant.body : { ...bodyOf(await api.getPost(meant)), ...confirmed, postId: meant.id }
      const { scheduledAt: _, saveAsDraft: __, ...body } = asked
      return { dryRun, check: shortenCheck(await api.validatePost({ ...body, slot })), post: null }
    }
    const post =
      'body' in meant
        ? await api.createPost({ ...meant.body, slot })
        : await api.updatePost({ ...meant, slot, ...confirmed })
    return { dryRun, check: null, post: shortenPost(post) }
  },
  describe: describeDryRun,
})
