/** Begins to read what a page shows while its code is on the way. A failure is told by the page, which reads it too. */
export const readAhead = (reading: Promise<unknown>): void => void reading.catch(() => {})
