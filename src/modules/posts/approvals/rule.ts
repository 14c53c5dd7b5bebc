import type { ProfileRole } from '#modules/profiles/index.ts'

/** The number of approvals that the posts of a profile need, and the least role of those who give them. */
export interface ApprovalRule {
  readonly required: number
  readonly role: Exclude<ProfileRole, 'viewer'>
}

/** The decision of one person about the content that `digests` name. */
interface Decision {
  readonly decision: 'approved' | 'rejected'
  readonly digests: readonly string[]
}

/** True when this content has as many approvals as the rule asks for, and nobody's rejection stands. Pure. */
export function isApproved(rule: ApprovalRule, digest: string, decisions: readonly Decision[]): boolean {
  const about = decisions.filter(({ digests }) => digests.includes(digest))
  if (about.some(({ decision }) => decision === 'rejected')) return false
  return about.length >= rule.required
}

const ranks: readonly ProfileRole[] = ['viewer', 'editor', 'admin', 'owner']

export const mayApprove = (rule: ApprovalRule, role: ProfileRole): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(rule.role)
