/** The most previous secrets that may still be valid; beyond that the oldest ends. */
export const maxOldSecrets = 5

/** The most deliveries that one call replays. */
export const maxReplayed = 10_000
