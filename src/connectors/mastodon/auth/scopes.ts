/** The scopes that publishing needs. */
export const neededScopes = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'] as const

/** A failure code of this connector: the server granted less than publishing needs. */
export const outOfScope = 'scope_missing'
