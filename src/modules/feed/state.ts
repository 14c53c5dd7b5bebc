/** So many secrets that are no longer in force may still be good; beyond that the oldest ends. */
export const oldSecretsMost = 5

/** What is sent again in one call. */
export const replayMost = 10_000
