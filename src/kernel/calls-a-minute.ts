import { minutes } from './clock.ts'
import { keepLatest } from './keep-latest.ts'

/** The calls of each user in a minute. */
export type CallCounts<Key> = Map<Key, { readonly from: Date; readonly count: number }>

const countedMost = 2_000

/** Counts a call. Returns the wait until the next one is allowed, or 0 if this one is. */
export function countCall<Key>(calls: CallCounts<Key>, key: Key, now: Date, callsAMinute: number): number {
  const minute = calls.get(key)
  const ageMs = minute ? now.getTime() - minute.from.getTime() : Number.POSITIVE_INFINITY
  if (!minute || ageMs < 0 || ageMs >= minutes(1)) keepLatest(calls, key, { from: now, count: 1 }, countedMost)
  else if (minute.count >= callsAMinute) return minutes(1) - ageMs
  else keepLatest(calls, key, { ...minute, count: minute.count + 1 }, countedMost)
  return 0
}
