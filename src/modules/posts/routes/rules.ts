/** Access rules and refusals that the routes of posts share. */
export const reading = { credential: 'key-or-identity', scope: 'posts:read' } as const
export const writing = { credential: 'key-or-identity', scope: 'posts:write' } as const

export const tags = ['Posts']
export const queueTags = ['Queue']

export const reachRefusals = ['post_forbidden', 'post_not_found'] as const
export const writeRefusals = [...reachRefusals, 'profile_role_required', 'plan_required'] as const

/** Refusals of completing an upload that a post names. What is wrong with its file is a fault of its place instead. */
export const settleRefusals = [
  'plan_limit_reached',
  'plan_required',
  'media_busy',
  'media_suspended',
  'storage_unavailable',
] as const

/** Refusals that a file of another user, or one that must be fetched, may cause. */
const fetchRefusals = [
  'media_forbidden',
  'media_unreachable',
  'media_empty',
  'media_type_not_allowed',
  'media_type_mismatch',
  'media_unreadable',
  'media_too_complex',
  'media_active_content',
  'media_too_large',
  ...settleRefusals,
] as const

export const publishRefusals = ['warnings_unconfirmed', ...fetchRefusals] as const
