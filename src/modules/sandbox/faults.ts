/**
 * The faults that a sandbox can simulate. Each has a stage: before the call does anything, or after it, when only the
 * response is lost. A publisher must survive the latter.
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
