import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { placeRefusal, refuse, refuseInput } from '#kernel/errors.ts'
import { type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { instantOf } from '#kernel/local-time.ts'
import {
  armPosts,
  type Fetched,
  listTakenTimes,
  type PostAtHand,
  postsFor,
  prepareArmings,
  requireMayPublish,
  schedulePosts,
} from '#modules/posts/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { readUserZone } from '../recurring/store.ts'
import type { AutoScheduleInput } from './schema.ts'
import { lastDayIn, listFreeSlots, todayIn, toMinute } from './slots.ts'

interface Slot {
  readonly post: PostAtHand
  readonly scheduledAt: Date
  /** The zone in which the slot was chosen. */
  readonly timezone: string
}

/**
 * Schedules drafts in the next free slots of their profiles: all of them or none. Each profile is locked during that
 * time, so two calls never choose the same slot.
 */
export async function autoSchedule(deps: PlanningDeps, caller: Caller, input: AutoScheduleInput) {
  if (!input.dryRun) requireMayPublish(caller)
  const ids = requireDistinct(input.postIds)
  const seen = await readDrafts(deps, deps.db, caller, ids, input.profileId)
  const fetched = input.dryRun ? new Map<PostId, Fetched>() : await prepareArmings(deps, caller, seen)
  // Take locks in the order of the IDs, like all other code.
  const profileIds = [...new Set(seen.map((post) => post.profileId))].sort()
  const slots = await inTx(deps.db, async (tx) => {
    const profiles: AccessibleProfile[] = []
    for (const profileId of profileIds) profiles.push(await profileFor(tx, caller, profileId, 'publish'))
    const posts = await readDrafts(deps, tx, caller, ids, input.profileId)
    const chosen: Slot[] = []
    for (const profile of profiles) {
      const own = posts.filter((post) => post.profileId === profile.id)
      chosen.push(...(await chooseSlots(deps, tx, caller, { profile, posts: own, input })))
    }
    if (!input.dryRun) {
      const armed = await armPosts(deps, tx, chosen, { fetched, confirmed: input.confirmWarnings })
      await schedulePosts(deps, tx, caller, armed)
    }
    return new Map(chosen.map(({ post, ...slot }) => [post.id, slot]))
  })
  return {
    scheduled: ids.flatMap((postId) => {
      const slot = slots.get(postId)
      return slot ? [{ postId, ...slot }] : []
    }),
    dryRun: input.dryRun,
  }
}

function requireDistinct(ids: readonly PostId[]): readonly PostId[] {
  const faults = ids.flatMap((id, index) =>
    ids.indexOf(id) < index
      ? [{ path: `/postIds/${index}`, code: 'duplicate_post', message: 'lists the same post twice' }]
      : [],
  )
  if (faults.length > 0) refuseInput(...faults)
  return ids
}

/** Reads the posts in the order of the request, and refuses anything but drafts that the caller can access. */
async function readDrafts(
  deps: PlanningDeps,
  db: Db,
  caller: Caller,
  ids: readonly PostId[],
  profileId: ProfileId | undefined,
): Promise<readonly PostAtHand[]> {
  const posts = await postsFor(deps, db, caller, ids, 'publish', (index) => `/postIds/${index}`)
  for (const [index, post] of posts.entries()) {
    const wire = toWire('post', post.id)
    placeRefusal(`/postIds/${index}`, () => {
      if (post.deletedAt !== null) refuse('post_in_trash', { detail: `${wire} is in the trash. Restore it first.` })
      if (post.status !== 'draft') refuse('post_not_draft', { detail: `${wire} is ${post.status}. Remove it.` })
    })
    if (profileId && post.profileId !== profileId) {
      const message = 'must be a post of the profile in profileId'
      refuseInput({ path: `/postIds/${index}`, code: 'other_profile', message })
    }
  }
  return posts
}

interface ProfileParams {
  readonly profile: AccessibleProfile
  readonly posts: readonly PostAtHand[]
  readonly input: AutoScheduleInput
}

async function chooseSlots(
  deps: PlanningDeps,
  tx: Tx,
  caller: Caller,
  { profile, posts, input }: ProfileParams,
): Promise<Slot[]> {
  const { id: profileId } = profile
  const zone = input.timezone ?? profile.timezone ?? (await readUserZone(tx, caller.uid))
  const now = deps.clock.now()
  const today = todayIn(zone, now)
  const firstDay = input.startDate ? Date.parse(input.startDate) : today
  if (firstDay < today) refuseInput({ path: '/startDate', code: 'in_the_past', message: 'must not be in the past' })
  if (firstDay > lastDayIn(zone, now))
    refuseInput({ path: '/startDate', code: 'too_far_ahead', message: 'must be within the next two years' })
  const times = input.timeSlots ?? null
  const bestTimes = times ? null : await deps.guards.bestTimes(tx, { profileId, timezone: zone })
  const taken = new Set((await listTakenTimes(tx, profileId, instantOf(today, zone))).map(toMinute))
  const params = { zone, firstDay, postsPerDay: input.postsPerDay, times, bestTimes }
  const slots = listFreeSlots(params, taken, now, posts.length)
  if (slots.length < posts.length) {
    const message = `There are free slots within two years for only ${slots.length} of ${posts.length} posts. Allow more posts per day.`
    refuseInput({ path: '/postsPerDay', code: 'no_free_slots', message })
  }
  return posts.flatMap((post, index) => {
    const scheduledAt = slots[index]
    return scheduledAt ? [{ post, scheduledAt, timezone: zone }] : []
  })
}
