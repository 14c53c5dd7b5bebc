import assert from 'node:assert/strict'

const lengths = [25_000, 100_000]
/** The maximum growth in cost for four times the length: allows for noise, but not for the sixteen of a quadratic. */
const mayGrow = 10
/** The minimum cost to compare. Below it a cost is noise, and the first runs include the compiler's share. */
const leastMs = 2

/**
 * Fails if the time of some work grows faster than its text, up to 100,000 characters. It compares this thread's CPU
 * time at one length with that at a quarter of it, so that a slow or busy machine does not matter.
 */
export function requireLinear(what: string, textOf: (length: number) => string, work: (text: string) => unknown): void {
  let before = Number.POSITIVE_INFINITY
  for (const length of lengths) {
    const text = textOf(length)
    const mayCost = before * mayGrow
    const cost = leastCost(() => work(text), mayCost)
    assert.ok(cost <= mayCost, `${what}: ${length} characters cost ${cost} ms, a quarter of them ${before} ms`)
    before = Math.max(leastMs, cost)
  }
}

/**
 * Returns the minimum of several measurements, because a pause of the garbage collector or the compiler is not a cost
 * of the work.
 */
function leastCost(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 4 && (tries < 1 || least > enough); tries += 1) least = Math.min(least, costOf(work))
  return least
}

function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Repeats `piece` up to a length, between a beginning and an end. */
export const repeated =
  (piece: string, end = '', begin = '') =>
  (length: number): string =>
    begin + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end
