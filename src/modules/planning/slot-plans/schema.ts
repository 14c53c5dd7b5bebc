import { z } from 'zod'
import {
  deletionFields,
  exampleId,
  idOf,
  instant,
  instantInput,
  nameText,
  pageFields,
  pageQuery,
  timezone,
} from '#infra/http/schemas.ts'
import { after, days } from '#kernel/clock.ts'
import { postParts } from '#modules/posts/index.ts'
import { localDay, timeOfDay } from '../auto-schedule/schema.ts'
import { minutesOfDay } from './slots.ts'

const weekday = z
  .int()
  .min(0)
  .max(6)
  .meta({ description: 'A day of the week; 0 is Sunday.', examples: [1] })
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const two = (value: number) => String(value).padStart(2, '0')

/** Minutes of the week, shown as days with times. */
const slots = z
  .array(z.strictObject({ weekday, time: timeOfDay.meta({ description: 'A local time of day.' }) }))
  .min(1)
  .max(200)
  .transform((list) => [...new Set(list.map((one) => one.weekday * minutesOfDay + one.time))].sort((a, b) => a - b))
  .meta({ description: 'The times of a week, in the time zone of the plan.' })

const gaps = z
  .array(z.strictObject({ from: localDay, to: localDay, name: nameText(100).nullable().default(null) }))
  .max(100)
  .refine((list) => list.every(({ from, to }) => from <= to), 'must have no `to` before its `from`')
  .meta({ description: 'Days without times, such as holidays, both included.' })

const accountIds = z.array(idOf('acc')).max(20).meta({
  description: 'The accounts that the times are for. Empty for all accounts of the profile.',
})
const name = nameText(100).meta({ examples: ['Weekdays'] })
const zone = timezone.nullable().meta({ description: 'Null for the time zone of the profile.' })
const pausedUntil = instantInput.nullable().meta({ description: 'Until then the plan has no times. Null to resume.' })

const whenBlocked = z.enum(['keep', 'next', 'skip']).meta({
  description:
    'What happens to a post of the plan that lacks an approval, or whose account has a full quota, at its time. ' +
    '`keep`: it is held, and published as soon as possible. `next`: it takes the next free time. `skip`: its time ' +
    'stays empty, and it goes to the end. A post is moved at most 3 times, and never once a person has chosen its time.',
})

export const planBody = z
  .strictObject({
    profileId: idOf('prof'),
    name,
    slots,
    timezone: zone.default(null),
    accountIds: accountIds.default([]),
    gaps: gaps.default([]),
    whenBlocked: whenBlocked.default('keep'),
  })
  .meta({
    id: 'NewSlotPlan',
    examples: [{ profileId: exampleId('prof'), name: 'Weekdays', slots: [{ weekday: 1, time: '08:30' }] }],
  })

const changes = {
  slots: slots.optional(),
  accountIds: accountIds.optional(),
  timezone: zone.optional(),
  gaps: gaps.optional(),
  pausedUntil: pausedUntil.optional(),
}

export const planChanges = z
  .strictObject({ name: name.optional(), whenBlocked: whenBlocked.optional(), ...changes })
  .meta({ id: 'ChangeSlotPlan', examples: [{ slots: [{ weekday: 1, time: '08:30' }] }] })

export const previewBody = z
  .strictObject(changes)
  .meta({ id: 'PreviewSlotPlan', examples: [{ slots: [{ weekday: 1, time: '08:30' }] }] })

export const addBody = z
  .strictObject({
    postIds: z
      .array(idOf('post'))
      .min(1)
      .max(50)
      .refine((ids) => new Set(ids).size === ids.length, 'must list each post once')
      .meta({ description: 'Drafts, in the order in which they get their times.' }),
    place: z
      .enum(['next', 'last', 'top'])
      .default('next')
      .meta({
        description:
          '`next`: the next free times. `last`: after the last post of the plan. `top`: the first times; the posts of ' +
          'the plan that have them move to later ones.',
      }),
    at: instantInput.optional().meta({
      description: 'One free time of the plan, for one draft, instead of `place`.',
      examples: ['2026-12-01T08:30:00Z'],
    }),
    confirmWarnings: postParts.confirmWarnings.optional(),
  })
  .refine(({ postIds, at }) => at === undefined || postIds.length === 1, {
    path: ['at'],
    message: 'must be left out if there are several posts',
  })
  .meta({ id: 'AddToSlotPlan', examples: [{ postIds: [exampleId('post')] }] })

export const moveBody = z
  .strictObject({
    postId: idOf('post'),
    beforeId: idOf('post').nullable().default(null).meta({
      description: 'The post of the plan whose place it takes. Null for the end.',
    }),
  })
  .meta({ id: 'MoveInSlotPlan', examples: [{ postId: exampleId('post') }] })

export const arrangeBody = z
  .strictObject({
    postIds: z
      .array(idOf('post'))
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'must contain each post at most once')
      .meta({ description: 'Posts that the plan has placed, in their new order.' }),
  })
  .meta({ id: 'ArrangeSlotPlan', examples: [{ postIds: [exampleId('post')] }] })

export const planPath = z.strictObject({ id: idOf('slots') })
export const plansQuery = z.strictObject({ profileId: idOf('prof'), ...pageQuery({ max: 100, fallback: 50 }) })

const longestSpan = days(92)
export const slotsQuery = z
  .strictObject({
    from: instantInput.optional().meta({
      description: 'Inclusive. Defaults to now.',
      examples: ['2026-12-01T00:00:00Z'],
    }),
    to: instantInput.optional().meta({
      description: 'Exclusive, at most 92 days after `from`. Defaults to 7 days after it.',
      examples: ['2026-12-08T00:00:00Z'],
    }),
  })
  .refine(({ from, to }) => !(from && to) || (to > from && after(from, longestSpan) >= to), {
    path: ['to'],
    message: 'must be after `from`, by at most 92 days',
  })

const shownSlots = z.codec(
  z.object({ weekday, time: z.string().meta({ description: 'A local time of day.', examples: ['08:30'] }) }).array(),
  z.custom<readonly number[]>(),
  {
    decode: () => [],
    encode: (minutes) =>
      minutes.map((minute) => ({ weekday: Math.floor(minute / minutesOfDay), time: clock(minute % minutesOfDay) })),
  },
)

export const slotPlan = z
  .object({
    id: idOf('slots'),
    profileId: idOf('prof'),
    name: z.string().meta({ examples: ['Weekdays'] }),
    slots: shownSlots.meta({ description: 'The times of a week, in the time zone of the plan.' }),
    timezone: z.string().nullable().meta({ description: 'Null for the time zone of the profile.' }),
    accountIds: idOf('acc').array().meta({ description: 'Empty for all accounts of the profile.' }),
    gaps: z
      .object({
        from: z.string().meta({ description: 'The first day.', examples: ['2026-12-24'] }),
        to: z.string().meta({ description: 'The last day.', examples: ['2026-12-26'] }),
        name: z.string().nullable(),
      })
      .array()
      .meta({ description: 'Days without times, both included.', examples: [[]] }),
    pausedUntil: instant.nullable().meta({ description: 'Until then the plan has no times.' }),
    whenBlocked,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SlotPlan', description: 'Weekly posting times of a profile.' })

export const planPage = z
  .object({ slotPlans: slotPlan.array().meta({ description: 'Oldest first.' }), ...pageFields })
  .meta({ id: 'SlotPlanPage' })

const move = z
  .object({ postId: idOf('post'), from: instant.nullable(), to: instant })
  .meta({ id: 'SlotMove', description: 'A post that gets another time. `from` is null if it had none.' })

export const moved = z
  .object({
    moves: move.array().meta({ description: 'By the new times. Posts that keep their time are left out.' }),
  })
  .meta({ id: 'SlotMoves', description: 'The posts that get another time.' })

/** The effects of a change on the posts of a plan. */
export const changeEffects = moved
  .extend({
    leavingPostIds: idOf('post')
      .array()
      .meta({
        description: 'Posts for accounts that the plan is no longer for. They keep their times and leave the plan.',
        examples: [[]],
      }),
  })
  .meta({ id: 'SlotPlanEffects', description: 'What a change of a plan does to its posts.' })

export const changedPlan = slotPlan
  .extend(changeEffects.shape)
  .meta({ id: 'ChangedSlotPlan', description: 'The plan after a change, and the posts that it moved.' })

const hold = z
  .object({
    code: z
      .enum(['grant', 'quota', 'plan', 'gap', 'approval', 'paused', 'account', 'media', 'window', 'refused'])
      .meta({
        description:
          '`grant`: the access to the account ends before. `account`: the network rejects our access. `quota`: the ' +
          'network accepts no more posts. `gap`: the network requires a pause after an earlier post. `approval`: the ' +
          'post needs approvals. `paused`: the network is paused. `plan`: the profile exceeds its owner’s plan. ' +
          '`media`: a file of the post is missing. `window`: the post would be published after its latest time. ' +
          '`refused`: the post has an error.',
      }),
    from: instant.meta({ description: 'When the hold begins.' }),
    until: instant.nullable().meta({ description: 'Null if it lasts until someone acts.' }),
    accountId: idOf('acc').nullable().meta({ description: 'Null for all accounts.' }),
    detail: z.string().meta({ examples: ['The network accepts 250 posts in 24 hours.'] }),
  })
  .meta({ id: 'SlotHold', description: 'A reason why a post at this time would not be published on time.' })

export const slotList = z
  .object({
    slots: z
      .object({
        at: instant,
        postId: idOf('post').nullable().meta({ description: 'The post at this time. Null if the time is free.' }),
        isPlanned: z.boolean().meta({
          description: 'True if the plan has placed the post. A post whose time a person chose is never moved.',
          examples: [false],
        }),
        holds: hold.array().meta({ description: 'What would hold back a post at this time.', examples: [[]] }),
      })
      .array()
      .meta({ description: 'The times that are ahead, soonest first.' }),
    holdsUntil: instant.meta({ description: 'Quotas and posts were checked up to this time.' }),
  })
  .meta({ id: 'SlotList', description: 'The times of a plan, soonest first.' })

export const deletedPlan = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedSlotPlan' })

export type PlanBody = z.output<typeof planBody>
export type PlanChanges = z.output<typeof planChanges>
export type AddInput = z.output<typeof addBody>
export type MoveInput = z.output<typeof moveBody>
export type ArrangeInput = z.output<typeof arrangeBody>
