import { type FaceLinkDeps, faceUrl } from '#modules/faces/index.ts'
import type { User } from './store.ts'

/** Returns a user with the field names of the API. The response schema drops fields that it does not name. */
export function presentUser(deps: FaceLinkDeps, user: User) {
  const avatarUrl = faceUrl(deps, user.faceId)
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    name: user.name,
    avatar: user.avatar ?? avatarUrl,
    avatarUrl,
    timezone: user.timezone,
    locale: user.locale,
    role: user.role,
    plan: user.plan,
    subscription: { status: user.subscriptionStatus, pastDueSince: user.pastDueSince },
    mfaEnabled: user.mfaEnabled,
    createdAt: user.createdAt,
  }
}

export type PresentedUser = ReturnType<typeof presentUser>
