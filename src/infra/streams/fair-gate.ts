/**
 * Shares one thread between long streams and short requests. A long stream waits for a turn before it processes each
 * chunk: one iteration of the event loop has only a few turns, and waiting requests are served in between.
 */
interface FairGate {
  /** Resolves when a chunk may be processed. */
  turn(): Promise<void> | void
}

export function createFairGate(turnsInARound: number): FairGate {
  const waiting: (() => void)[] = []
  let left = turnsInARound
  let isNewRoundComing = false

  const newRound = (): void => {
    isNewRoundComing = false
    left = turnsInARound
    for (const begin of waiting.splice(0, left)) {
      left -= 1
      begin()
    }
    if (waiting.length > 0) announce()
  }
  const announce = (): void => {
    if (isNewRoundComing) return
    isNewRoundComing = true
    setImmediate(newRound)
  }
  return {
    turn() {
      announce()
      if (left > 0 && waiting.length === 0) {
        left -= 1
        return
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
