/**
 * A queue for a few places shared by all owners. Each owner gets the same share of the work, whatever and however much
 * they queue: the next turn goes to the owner who has received the least (start-time fair queueing). A full queue drops
 * a turn of the owner with the most turns in it, so there is always room for another owner.
 *
 * All code that keeps use fair has the same words. An owner asks for a turn, waits for it at most `waitMaxMs` among at
 * most `waitingMax`, enters a place, of which one owner has at most `placesOfOne`, and leaves it. Places are
 * connections in `infra/db/share.ts`, requests in `infra/http/sockets`, chunks of long streams in
 * `infra/streams/fair-gate.ts`, and open streams in `modules/event-stream/live`. Each has its own rule for who is next,
 * and its file explains why.
 */
export interface FairLine {
  /** Waits for a place and returns it. Throws `NoTurn`. */
  enter(turn: Turn): Promise<HeldPlace>
  /** Rejects all waiting and later turns. */
  close(reason: Error): void
}

export interface HeldPlace {
  /** Releases the place. `cost` is the real cost of the turn, which the owner is charged instead of the estimate. */
  leave(cost?: number): void
  /**
   * Reclassifies a turn as long. Returns false if long turns already have all their places: the turn must then leave
   * and enter again as a long one.
   */
  becomeLong(): boolean
}

export interface Turn {
  readonly owner: string
  /** The estimated cost in any unit; 1 if all turns take about the same time. */
  readonly cost?: number
  /** Takes precedence over all turns that are not urgent. */
  readonly isUrgent?: boolean
  /** True for a long turn. Long turns may not take every place. */
  readonly isLong?: boolean
  /** Aborts the wait. A turn that already has its place keeps it. */
  readonly signal?: AbortSignal | undefined
  /** The maximum wait for a place, overriding the line's. */
  readonly waitMaxMs?: number | undefined
}

export interface FairLineBounds {
  readonly places: number
  readonly longPlaces?: number
  readonly placesOfOne?: number
  readonly waitingMax: number
  /** The maximum wait for a place. Defaults to no limit. */
  readonly waitMaxMs?: number
}

/**
 * Thrown if too many turns are waiting, including this owner's, or if the caller has disconnected. This is not an
 * error: the client may try again.
 */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

interface Waiting extends Turn {
  /** The owner's share, which urgent turns do not use up for the others. */
  readonly share: string
  /** The start of the owner's share on the common scale; the owner with the lowest is next. */
  startsAt: number
  isLong: boolean
  begin(): void
  giveUp(reason: unknown): void
}

export function createFairLine(bounds: FairLineBounds): FairLine {
  const { places, longPlaces = places, placesOfOne = places, waitingMax } = bounds
  const waiting = new Set<Waiting>()
  const inside = new Set<Waiting>()
  const endOfShare = new Map<string, number>()
  let reached = 0
  let closedBecause: Error | null = null

  const countOf = (turns: Iterable<Turn>, fits: (turn: Turn) => boolean): number => [...turns].filter(fits).length

  function mayBegin(turn: Turn): boolean {
    if (inside.size >= places) return false
    if (turn.isLong && countOf(inside, ({ isLong }) => isLong === true) >= longPlaces) return false
    return countOf(inside, ({ owner }) => owner === turn.owner) < placesOfOne
  }

  function beginNext(): void {
    for (let next = nextOf(waiting, mayBegin); next; next = nextOf(waiting, mayBegin)) {
      waiting.delete(next)
      inside.add(next)
      reached = Math.max(reached, next.startsAt)
      next.begin()
    }
  }

  /** Charges the owner the real cost of the turn, ahead of the turns that are already waiting. */
  function charge({ share, cost: estimate = 1 }: Waiting, cost: number): void {
    const more = cost - estimate
    const end = endOfShare.get(share)
    if (end !== undefined) endOfShare.set(share, Math.max(reached, end + more))
    for (const one of waiting) if (one.share === share) one.startsAt = Math.max(reached, one.startsAt + more)
  }

  function leave(turn: Waiting, cost?: number): void {
    if (!inside.delete(turn)) return
    if (cost !== undefined) charge(turn, cost)
    if (waiting.size === 0) for (const [owner, end] of endOfShare) if (end <= reached) endOfShare.delete(owner)
    if (inside.size === 0 && waiting.size === 0) endOfShare.clear()
    beginNext()
  }

  function becomeLong(turn: Waiting): boolean {
    if (!turn.isLong && countOf(inside, ({ isLong }) => isLong === true) >= longPlaces) return false
    turn.isLong = true
    return true
  }

  /**
   * Makes room in a full queue; returns true if there is room. An urgent turn never yields to one that is not urgent.
   */
  function makeRoomFor(turn: Turn): boolean {
    if (waiting.size < waitingMax) return true
    const movable = [...waiting].filter(({ isUrgent }) => turn.isUrgent || !isUrgent)
    const counts = new Map<string, number>()
    for (const { owner } of movable) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    const [greediest, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0] as const)
    if (most <= (counts.get(turn.owner) ?? 0) + 1) return false
    const last = movable.findLast(({ owner }) => owner === greediest)
    last?.giveUp(full(waiting.size))
    return last !== undefined
  }

  return {
    enter(turn) {
      if (closedBecause) return Promise.reject(closedBecause)
      if (turn.signal?.aborted) return Promise.reject(gone())
      const { waitMaxMs = bounds.waitMaxMs } = turn
      const share = `${turn.isUrgent ? 'urgent' : 'usual'} ${turn.owner}`
      return new Promise((resolve, reject) => {
        const onAbort = (): void => one.giveUp(gone())
        const timer = waitMaxMs === undefined ? undefined : setTimeout(() => one.giveUp(late(waitMaxMs)), waitMaxMs)
        const endWait = (): void => {
          clearTimeout(timer)
          turn.signal?.removeEventListener('abort', onAbort)
        }
        const one: Waiting = {
          ...turn,
          share,
          isLong: turn.isLong === true,
          startsAt: Math.max(reached, endOfShare.get(share) ?? 0),
          begin() {
            endWait()
            resolve({ leave: (cost) => leave(one, cost), becomeLong: () => becomeLong(one) })
          },
          giveUp(reason) {
            endWait()
            waiting.delete(one)
            reject(reason)
          },
        }
        if (!mayBegin(one) && !makeRoomFor(one)) return one.giveUp(full(waiting.size))
        endOfShare.set(share, one.startsAt + (turn.cost ?? 1))
        turn.signal?.addEventListener('abort', onAbort, { once: true })
        waiting.add(one)
        beginNext()
      })
    },
    close(reason) {
      closedBecause = reason
      for (const one of [...waiting]) one.giveUp(reason)
    },
  }
}

function nextOf(waiting: Iterable<Waiting>, mayBegin: (turn: Turn) => boolean): Waiting | null {
  let best: Waiting | null = null
  for (const one of waiting) if (mayBegin(one) && (best === null || isBefore(one, best))) best = one
  return best
}

function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.isUrgent !== other.isUrgent && (one.isUrgent || other.isUrgent)) return one.isUrgent === true
  return one.startsAt < other.startsAt
}

const full = (count: number): NoTurn => new NoTurn(`${count} requests are already waiting. Try again shortly.`)
const late = (ms: number): NoTurn =>
  new NoTurn(`The request waited ${ms / 1_000} seconds without getting a turn. Try again shortly.`)
const gone = (): NoTurn => new NoTurn('The client disconnected.')
