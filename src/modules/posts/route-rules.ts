import { routesWith } from '#infra/http/route.ts'

/** Adds an operation on posts. */
export const route = routesWith({ tag: 'Posts' })

export const reachRefusals = ['post_forbidden', 'post_not_found'] as const
export const writeRefusals = [...reachRefusals, 'profile_role_required', 'plan_required'] as const

/**
 * Refusals that completing an upload of a post may cause. Problems with its file are reported as an error at its path
 * instead.
 */
export const settleRefusals = [
  'plan_limit_reached',
  'plan_required',
  'media_busy',
  'media_suspended',
  'storage_unavailable',
] as const

/** Refusals caused by another user's file, or one that must be fetched. */
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
