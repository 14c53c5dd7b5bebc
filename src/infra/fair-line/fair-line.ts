/**
 * A queue for a few places that all owners share. Each owner gets the same share of the work, whatever they queue and
 * however much: the next turn belongs to the owner who has been given the least (start-time fair queueing). A full
 * queue drops a turn of the owner who fills it, so there is always room for another.
 */
export interface FairLine {
  /** Waits for a place, and resolves to the function that releases it. Throws `NoTurn`. */
  enter(turn: Turn): Promise<() => void>
  /** Rejects every waiting and every later turn. */
  close(reason: Error): void
}

export interface Turn {
  readonly owner: string
  /** The cost in any unit; 1 when all turns take about as long. */
  readonly cost?: number
  /** Goes before all turns that are not urgent. */
  readonly isUrgent?: boolean
  /** True for a turn so long that such turns may not take every place. */
  readonly isLong?: boolean
  /** Aborts the wait. A turn that has its place keeps it. */
  readonly signal?: AbortSignal | undefined
}

export interface FairLineBounds {
  readonly places: number
  readonly longPlaces?: number
  readonly placesOfOne?: number
  readonly waitingMax: number
}

/**
 * Thrown when too many turns wait, including turns of this owner, or when the caller has gone. It is no fault: the
 * client may try again.
 */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

interface Waiting extends Turn {
  /** The start of the owner's share on the common scale; the least is next. */
  readonly startsAt: number
  begin(): void
  giveUp(reason: unknown): void
}

export function createFairLine(bounds: FairLineBounds): FairLine {
  const { places, longPlaces = places, placesOfOne = places, waitingMax } = bounds
  const waiting = new Set<Waiting>()
  const inside = new Set<Turn>()
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

  function leave(turn: Turn): void {
    if (!inside.delete(turn)) return
    if (waiting.size === 0) for (const [owner, end] of endOfShare) if (end <= reached) endOfShare.delete(owner)
    if (inside.size === 0 && waiting.size === 0) endOfShare.clear()
    beginNext()
  }

  /** Makes room in a full queue; returns true when there is room. An urgent turn never gives way to one that is not. */
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
      const share = `${turn.isUrgent ? 'urgent' : 'usual'} ${turn.owner}`
      return new Promise((resolve, reject) => {
        const onAbort = (): void => one.giveUp(gone())
        const one: Waiting = {
          ...turn,
          startsAt: Math.max(reached, endOfShare.get(share) ?? 0),
          begin() {
            turn.signal?.removeEventListener('abort', onAbort)
            resolve(() => leave(one))
          },
          giveUp(reason) {
            turn.signal?.removeEventListener('abort', onAbort)
            waiting.delete(one)
            reject(reason)
          },
        }
        if (!mayBegin(one) && !makeRoomFor(one)) return reject(full(waiting.size))
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

const full = (count: number): NoTurn => new NoTurn(`${count} are waiting already; try again shortly.`)
const gone = (): NoTurn => new NoTurn('The caller has gone.')
