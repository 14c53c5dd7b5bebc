import { z } from 'zod'
import { platformAnswer, platformSegment } from '#infra/http/platforms.ts'
import { instant, pageFields } from '#infra/http/schemas.ts'

/**
 * The faults that a sandbox can simulate. Each has a stage: before the call does anything, or after it, when only the
 * response is lost. A publisher must survive the latter.
 */
const faultKinds = [
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

const kind = z.enum(faultKinds).meta({
  description:
    '`error_before`, `reset`, `rate_limit`, `expired_token`, `revoked_token` and `reject` take effect before the call does anything. `error_after`, `timeout_after`, `drop_after` and `truncate_after` take effect after it, so that only the response is lost. `slow` and `slow_processing` take `delayMs` longer.',
})
const mostTimes = 1_000
const longestDelayMs = 60_000
const longestRestMs = 3_600_000

export const networkPath = z.strictObject({ platform: platformSegment })

export const faultBody = z
  .strictObject({
    kind,
    times: z.int().min(1).max(mostTimes).optional().meta({
      description: 'How many calls the fault affects. If omitted, it stays until removed.',
    }),
    delayMs: z.int().min(0).max(longestDelayMs).optional().meta({ description: 'For `slow` and `slow_processing`.' }),
    retryAfterMs: z.int().min(0).max(longestRestMs).optional().meta({
      description: 'For `rate_limit`: the wait that the network asks for.',
    }),
  })
  .meta({ id: 'SetSandboxFault', examples: [{ kind: 'error_before', times: 3 }] })

export const fault = z
  .object({
    ...platformAnswer,
    kind,
    left: z.int().nullable().meta({ description: 'How many more calls it affects. Null if it stays until removed.' }),
    struck: z.int().meta({ description: 'How many calls it has affected.' }),
  })
  .meta({ id: 'SandboxFault', description: 'A fault that a sandbox network simulates.' })

export const faultList = z
  .object({
    faults: fault.array(),
    ...pageFields,
  })
  .meta({ id: 'SandboxFaultList' })

const longestJumpMs = 366 * 86_400_000
export const clockBody = z
  .strictObject({ advanceMs: z.int().min(1).max(longestJumpMs) })
  .meta({ id: 'MoveSandboxClock', examples: [{ advanceMs: 3_600_000 }] })

export const clock = z
  .object({ now: instant.meta({ description: 'The time on the sandbox networks.' }) })
  .meta({ id: 'SandboxClock' })

export type FaultKind = (typeof faultKinds)[number]
