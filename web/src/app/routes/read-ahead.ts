/** Begins to read what a page shows while its code is on the way. A failure is told by the page, which reads it too. */
export const readAhead = (reading: Promise<unknown>): void => void reading.catch(() => {})

/** A service that is slow must not keep the page away for longer. */
const longestWaitMs = 1_000

/**
 * Waits for data that would move the page if it came later, so that the first picture has it. A failure is told by the
 * page.
 */
export async function readFirst(...reading: readonly Promise<unknown>[]): Promise<void> {
  const waiting = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
  await Promise.race([Promise.allSettled(reading), waiting])
}
