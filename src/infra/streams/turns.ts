import { createFairGate } from './fair-gate.ts'

/** Longest time that a computation may block the event loop before it makes room for requests. */
const turnMs = 8

/** One for the process: however many computations run at once, requests wait for only one turn. */
const gate = createFairGate(1)

/**
 * Splits a long computation into turns: `await turn()` in its loop continues immediately if its time slice is not used
 * up,
 * and otherwise after waiting requests have been served.
 */
export function takeTurns(): () => Promise<void> | void {
  let since = performance.now()
  return () => (performance.now() - since < turnMs ? undefined : waitForTurn())
  async function waitForTurn(): Promise<void> {
    await gate.turn()
    since = performance.now()
  }
}
