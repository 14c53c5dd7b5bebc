let last: Promise<unknown> = Promise.resolve()

/**
 * Sends changes of the board one after another, in the order in which they were made. A stage that is deleted right
 * after a card was moved within it has the card in its new place.
 */
export function inLine<Result>(send: () => Promise<Result>): Promise<Result> {
  const sent = last.then(send)
  last = sent.catch(() => {})
  return sent
}

/** Waits until all changes have been sent. A list that is read earlier may not have them. */
export async function untilSent(): Promise<void> {
  let seen: unknown
  while (seen !== last) {
    seen = last
    await last
  }
}
