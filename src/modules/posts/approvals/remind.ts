import { inTx } from '#infra/db/client.ts'
import { after, before, days, hours } from '#kernel/clock.ts'
import type { PostId, UserId } from '#kernel/ids.ts'
import { remindOfApprovals } from '#modules/notices/index.ts'
import type { PostDeps } from '../deps.ts'
import { listPostsByIds, type PostRow } from '../store/posts.ts'
import { type GuestTurnAt, noteTurnsOfGuests } from './guests/store.ts'
import { readProgresses } from './progress.ts'
import { listDueSoon } from './store.ts'
import { isDecisionDue } from './turns.ts'

/** Posts are reminded of this long before their time. */
const remindsBeforeMs = hours(72)
const remindsGuestsEveryMs = days(1)
const atOnce = 100

type RemindDeps = Pick<PostDeps, 'db' | 'clock' | 'connectors'>

/**
 * Reminds approvers of scheduled posts that wait for them, before their time and while they are held for it. Guests are
 * emailed if they have not been for a day.
 */
export async function remindApprovers(deps: RemindDeps, signal: AbortSignal): Promise<void> {
  const until = after(deps.clock.now(), remindsBeforeMs)
  const waiting = new Map<UserId, PostRow[]>()
  for (let last: PostId | null = null; !signal.aborted; ) {
    const ids: PostId[] = await listDueSoon(deps.db, { until, after: last, most: atOnce })
    await collect(deps, ids, waiting)
    last = ids.at(-1) ?? null
    if (ids.length < atOnce) break
  }
  if (signal.aborted || waiting.size === 0) return
  const people = [...waiting].flatMap(([uid, posts]) => {
    const [first] = posts.sort((a, b) => timeOf(a) - timeOf(b))
    return first
      ? [{ uid, first: { postId: first.id, profileId: first.profileId }, postIds: posts.map(({ id }) => id) }]
      : []
  })
  await inTx(deps.db, (tx) => remindOfApprovals(deps, tx, people))
}

/** Posts without a time wait already. */
const timeOf = ({ scheduledAt }: PostRow): number => scheduledAt?.getTime() ?? 0

/** Adds posts to those that wait for each of their approvers. */
async function collect(deps: RemindDeps, ids: readonly PostId[], waiting: Map<UserId, PostRow[]>): Promise<void> {
  const turns: GuestTurnAt[] = []
  const posts = await listPostsByIds(deps.db, ids)
  for (const progress of await readProgresses(deps, deps.db, posts)) {
    if (!isDecisionDue(progress)) continue
    const { post, approvers, guests } = progress
    const at = before(deps.clock.now(), remindsGuestsEveryMs)
    for (const { id } of guests) turns.push({ guestId: id, at })
    for (const { uid } of approvers) {
      const posts = waiting.get(uid)
      if (posts) posts.push(post)
      else waiting.set(uid, [post])
    }
  }
  await noteTurnsOfGuests(deps.db, turns)
}
