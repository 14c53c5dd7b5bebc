import { type Clock, minutes } from '#kernel/clock.ts'

/** Number of files that reach the limit before an owner is suspended, and the period in which they count. */
const maxFiles = 2
const countedMs = minutes(10)
const suspendedMs = minutes(10)

/** Thrown while the files of an owner are not examined. */
export class OwnerSuspended extends Error {
  override readonly name = 'OwnerSuspended'
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('Files of this owner reached the limits of the media worker.')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Suspends owners whose files reach a limit of the media worker. A file at the limit uses up as much as hundreds of
 * ordinary ones. Real files hardly ever do, so an owner may have one. Each process counts separately.
 */
interface SuspendedOwners {
  /** Counts a file that reached a limit. */
  count(owner: string): void
  /** Throws `OwnerSuspended`. */
  check(owner: string): void
  isSuspended(owner: string): boolean
}

export function createSuspendedOwners(clock: Clock): SuspendedOwners {
  const files = new Map<string, number[]>()

  /** Returns the milliseconds until the owner is no longer suspended; 0 or less if the owner is not suspended. */
  function leftMs(owner: string): number {
    const times = files.get(owner) ?? []
    const last = times.at(-1)
    if (last === undefined || times.length < maxFiles) return 0
    return last + suspendedMs - clock.now().getTime()
  }

  return {
    count(owner) {
      const now = clock.now().getTime()
      for (const [one, times] of files) if ((times.at(-1) ?? 0) <= now - countedMs) files.delete(one)
      const recent = (files.get(owner) ?? []).filter((at) => at > now - countedMs)
      files.set(owner, [...recent, now].slice(-maxFiles))
    },
    check(owner) {
      const ms = leftMs(owner)
      if (ms > 0) throw new OwnerSuspended(ms)
    },
    isSuspended: (owner) => leftMs(owner) > 0,
  }
}
