import { seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Pace } from './pace.ts'

/** Limits the open streams of each process and of each user. */
interface Seats {
  /** Takes a seat, or refuses. Returns a function that releases the seat. */
  take(uid: UserId): () => void
}

const comeBackAfterMs = seconds(10)

export const refuseFull = (): never => refuse('streams_full', { retryAfterMs: comeBackAfterMs })

export function createSeats({ perProcess, perPerson }: Pick<Pace, 'perProcess' | 'perPerson'>): Seats {
  const byUser = new Map<UserId, number>()
  let taken = 0
  return {
    take(uid) {
      const own = byUser.get(uid) ?? 0
      if (taken >= perProcess) refuseFull()
      if (own >= perPerson) {
        refuse('too_many_streams', {
          detail: `You can have at most ${perPerson} event streams open. Close one first.`,
          retryAfterMs: comeBackAfterMs,
        })
      }
      taken += 1
      byUser.set(uid, own + 1)
      return () => {
        taken -= 1
        const left = (byUser.get(uid) ?? 1) - 1
        if (left > 0) byUser.set(uid, left)
        else byUser.delete(uid)
      }
    },
  }
}
