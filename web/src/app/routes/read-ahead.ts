/**
 * Starts fetching what a page shows while its code is loading. The page fetches the same data and reports a failure.
 */
export const readAhead = (reading: Promise<unknown>): void => void reading.catch(() => {})

/** A slow service must not delay the page for longer. */
const longestWaitMs = 1_000

/**
 * Waits for data that would shift the layout if it came later, so that first paint includes it. The page reports a
 * failure.
 */
export async function readFirst(...reading: readonly Promise<unknown>[]): Promise<void> {
  const waiting = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
  await Promise.race([Promise.allSettled(reading), waiting])
}

let isFirst = true

/**
 * Waits like `readFirst` for the first page of a visit that needs it. The others are shown at once, as their keys may
 * be pressed.
 */
export function readFirstOnce(reading: Promise<unknown>): Promise<void> | undefined {
  if (!isFirst) return void readAhead(reading)
  isFirst = false
  return readFirst(reading)
}
