/**
 * Shares one thread between long streams and short requests. The code of a long stream waits for a turn before each
 * piece: one round of the event loop handles only a few pieces, and waiting requests are served in between.
 */
interface FairGate {
  /** Resolves when a piece may be worked on. */
  next(): Promise<void> | void
}

export function createFairGate(piecesInARound: number): FairGate {
  const waiting: (() => void)[] = []
  let left = piecesInARound
  let isNewRoundComing = false

  const newRound = (): void => {
    isNewRoundComing = false
    left = piecesInARound
    for (const go of waiting.splice(0, left)) {
      left -= 1
      go()
    }
    if (waiting.length > 0) announce()
  }
  const announce = (): void => {
    if (isNewRoundComing) return
    isNewRoundComing = true
    setImmediate(newRound)
  }
  return {
    next() {
      announce()
      if (left > 0 && waiting.length === 0) {
        left -= 1
        return
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
