import type { RefusalCode } from '#kernel/errors.ts'

export const tags = ['Accounts']
const reach = [
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
export const asking = [
  ...reach,
  'network_unsupported',
  'network_refused_credentials',
  'network_refused',
  'network_unavailable',
] as const satisfies RefusalCode[]
export const choosing = [
  ...asking,
  'page_not_found',
  'page_unusable',
  'account_not_found',
  'account_not_connected',
  'account_in_use',
  'plan_limit_reached',
  'plan_required',
] as const satisfies RefusalCode[]
