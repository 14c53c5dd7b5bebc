import type { Caller } from '#kernel/caller.ts'

/** Returns the caller for a user who has just signed in. */
export const callerFor = ({ uid, role, plan }: Pick<Caller, 'uid' | 'role' | 'plan'>, now: Date): Caller => ({
  kind: 'user',
  uid,
  role,
  plan,
  keyId: null,
  scopes: null,
  onlyProfiles: null,
  signedInAt: now,
  sessionId: null,
  requestId: 'sample-data',
})
