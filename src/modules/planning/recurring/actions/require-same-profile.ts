import { refuseInput } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'

interface OfProfile {
  readonly profileId: ProfileId
}

/** Refuses a template from another profile: a rule's copies belong to the rule's profile. */
export function requireSameProfile(rule: OfProfile, template: OfProfile): void {
  if (rule.profileId === template.profileId) return
  const message = 'This post belongs to another profile. Use a post of the rule’s profile, or create a new rule.'
  refuseInput({ path: '/postId', code: 'other_profile', message })
}
