/** The most previous secrets that may still be valid; beyond that the oldest ends. */
export const oldSecretsMost = 5

/** The most deliveries that one call replays. */
export const replayMost = 10_000
