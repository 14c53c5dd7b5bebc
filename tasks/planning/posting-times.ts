import { z } from 'zod'
import { formatTime } from '../format-time.ts'
import { idInput } from '../inputs/ids.ts'
import { bodyOf, confirming, postOrNewFields, readPostOrNew } from '../inputs/post-or-new.ts'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { shortenCheck } from '../posts/answers/check.ts'
import { describeDryRun, dryRunOutput } from '../posts/answers/dry-run.ts'
import { shortenPost } from '../posts/answers/post.ts'
import { changes, defineTask, publishes, reads } from '../task.ts'

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

export const pausePostingTimes = defineTask({
  name: 'pause_posting_times',
  title: 'Pause posting times',
  about:
    'Pauses posting times of a profile until a day, or resumes them. Their scheduled posts move to the next times ' +
    'that are left. Posts whose time a person chose stay.',
  scopes: ['posts:read', 'posts:publish', 'profiles:read'],
  effect: changes,
  input: z.strictObject({
    profile: profileInput,
    plan: idInput('slots').exactOptional().describe('The posting times to pause (slots_…). Default: all.'),
    until: z.string().nullable().describe('When they resume, such as 2026-12-07T00:00:00Z. Null to resume now.'),
  }),
  output: z.object({
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        pausedUntil: z.string().nullable(),
        movedPosts: z.int().describe('The number of posts that have another time now.'),
      }),
    ),
  }),
  async run(api, { profile, plan, until: pausedUntil }) {
    const ids =
      plan === undefined
        ? (await api.listSlotPlans({ profileId: await findProfileId(api, profile) })).slotPlans.map(({ id }) => id)
        : [plan]
    const plans = []
    for (const id of ids) {
      const { name, moves, ...changed } = await api.updateSlotPlan({ id, pausedUntil })
      plans.push({ id, name, pausedUntil: changed.pausedUntil, movedPosts: moves.length })
    }
    return { plans }
  },
  describe({ plans }, { timezone }) {
    if (plans.length === 0) return 'This profile has no posting times. Set them in the web app under Settings.'
    return plans
      .map(({ id, name, pausedUntil, movedPosts }) => {
        const state = pausedUntil === null ? 'resumed' : `paused until ${formatTime(pausedUntil, timezone)}`
        return `${name} (${id}): ${state}. Posts moved: ${movedPosts}.`
      })
      .join('\n')
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
  output: dryRunOutput.extend({
    at: z.string().nullable().describe('The posting time of the post, or the one that it would get.'),
  }),
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
      const check = await api.validatePost({ ...body, slot })
      return { dryRun, check: shortenCheck(check), post: null, at: check.slot?.at ?? null }
    }
    const post =
      'body' in meant
        ? await api.createPost({ ...meant.body, slot })
        : await api.updatePost({ ...meant, slot, ...confirmed })
    return { dryRun, check: null, post: shortenPost(post), at: post.scheduledAt }
  },
  describe({ at, ...result }, view) {
    const text = describeDryRun(result, view)
    return result.dryRun && at ? `${text}\n\nIt would get the posting time ${formatTime(at, view.timezone)}.` : text
  },
})
