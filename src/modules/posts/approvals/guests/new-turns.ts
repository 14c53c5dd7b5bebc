import type { Db } from '#infra/db/client.ts'
import type { GuestId, PostId } from '#kernel/ids.ts'
import type { PostDeps } from '../../deps.ts'
import { listPostsByIds } from '../../store/posts.ts'
import { type Progress, readProgresses } from '../progress.ts'
import { isDecisionDue } from '../turns.ts'
import { type GuestTurnAt, listFreshPosts, noteTurnsOfGuests } from './store.ts'

/** Notes that a post waits for the guests of its current step, so that they are emailed. */
export async function noteTurnsOfPost(deps: Pick<PostDeps, 'connectors' | 'clock'>, db: Db, id: PostId): Promise<void> {
  const at = deps.clock.now()
  const progresses = await readProgresses(deps, db, await listPostsByIds(db, [id]))
  await noteTurnsOfGuests(
    db,
    progresses.filter(isDecisionDue).flatMap(({ guests }) => guests.map((guest) => ({ guestId: guest.id, at }))),
  )
}

const atOnce = 100

/**
 * Does this for posts that were scheduled since a time, or were edited since and a guest had decided about the content
 * before. A request for approval, and the end of the previous step, have their own event.
 */
export async function noteNewTurns(
  deps: Pick<PostDeps, 'db' | 'connectors'>,
  since: Date,
  signal: AbortSignal,
): Promise<void> {
  for (let last: PostId | null = null; !signal.aborted; ) {
    const ids: PostId[] = await listFreshPosts(deps.db, { since, after: last, most: atOnce })
    const progresses = await readProgresses(deps, deps.db, await listPostsByIds(deps.db, ids))
    await noteTurnsOfGuests(
      deps.db,
      progresses.filter(isDecisionDue).flatMap((progress) => findNewTurns(progress, since)),
    )
    last = ids.at(-1) ?? null
    if (ids.length < atOnce) return
  }
}

function findNewTurns({ post, guests, decisions }: Progress, since: Date): GuestTurnAt[] {
  const { statusSince, updatedAt } = post
  const isNew = statusSince > since
  const hasDecided = (id: GuestId) => decisions.some(({ guestId, isSame }) => guestId === id && !isSame)
  return guests.flatMap(({ id: guestId }) => {
    if (hasDecided(guestId)) return [{ guestId, at: updatedAt }]
    return isNew ? [{ guestId, at: statusSince }] : []
  })
}
