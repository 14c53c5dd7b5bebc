import type { RefusalCode } from '#kernel/errors.ts'

/** Reasons to refuse a file, however it arrives. */
export const fileRefusals = [
  'media_empty',
  'media_type_not_allowed',
  'media_type_mismatch',
  'media_unreadable',
  'media_too_complex',
  'media_active_content',
  'media_too_large',
  'plan_limit_reached',
  'plan_required',
  'storage_unavailable',
  'media_busy',
  'media_suspended',
] as const satisfies readonly RefusalCode[]
/** Reasons to refuse because of the profile that the file is for. */
export const profileRefusals = [
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
  'profile_not_found',
  'key_limited_to_profiles',
] as const satisfies readonly RefusalCode[]
