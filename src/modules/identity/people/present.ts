import type { Scope } from '#kernel/caller.ts'
import type { ApiKey } from '../api-keys/store.ts'
import type { User } from './store.ts'

/** Returns a user with the field names of the API. The response schema drops fields that it does not name. */
export function presentUser(user: User) {
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    name: user.name,
    avatar: user.avatar,
    timezone: user.timezone,
    locale: user.locale,
    role: user.role,
    plan: user.plan,
    subscription: { status: user.subscriptionStatus, pastDueSince: user.pastDueSince },
    mfaEnabled: user.mfaEnabled,
    createdAt: user.createdAt,
  }
}

export type AnsweredUser = ReturnType<typeof presentUser>

/** The address that a token was mailed to, and when the token expires. */
export interface AnsweredMail {
  readonly sentTo: string
  readonly expiresAt: Date
}

export function presentApiKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.displayPrefix,
    scopes: key.scopes as Scope[],
    profileIds: key.profileIds,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
  }
}

export type AnsweredApiKey = ReturnType<typeof presentApiKey>
