/**
 * The faults that a sandbox can play. Each has a stage: before the call does anything, or when all is done and only the
 * answer is missing. The last is what a publisher must survive.
 */
export const faultKinds = [
  'error_before',
  'reset',
  'rate_limit',
  'expired_token',
  'revoked_token',
  'reject',
  'error_after',
  'timeout_after',
  'drop_after',
  'truncate_after',
  'slow',
  'slow_processing',
] as const

export type FaultKind = (typeof faultKinds)[number]
