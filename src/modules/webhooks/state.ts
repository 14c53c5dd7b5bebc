/** The maximum number of valid previous secrets; beyond that the oldest is revoked. */
export const maxOldSecrets = 5

/** The maximum number of deliveries that one call replays. */
export const maxReplayed = 10_000
