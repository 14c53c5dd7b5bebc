/** The scopes that publishing needs. */
export const neededScopes = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'] as const
