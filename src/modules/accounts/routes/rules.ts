import type { RefusalCode } from '#kernel/errors.ts'

export const tags = ['Accounts']
export const ofAccount = [
  'account_not_found',
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'plan_required',
] as const satisfies RefusalCode[]
