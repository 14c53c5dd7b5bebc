import { setTimeout as sleep } from 'node:timers/promises'
import { allNetworks } from '../posts/publisher.ts'
import type { Control } from './control.ts'
import type { Luck } from './luck.ts'

/** Every kind of fault that the sandbox knows; those that leave a call done and its answer lost come most often. */
const kinds = [
  'slow',
  'error_before',
  'reset',
  'rate_limit',
  'expired_token',
  'revoked_token',
  'reject',
  'slow_processing',
  'error_after',
  'error_after',
  'timeout_after',
  'timeout_after',
  'drop_after',
  'drop_after',
  'truncate_after',
  'truncate_after',
] as const

const everyMs = 250
/** What nobody met is forgotten. */
const clearEveryMs = 8_000

/** Faults come and go at all networks until it is over; how many of each kind were set. */
export async function makeWeather(control: Control, luck: Luck, isOver: () => boolean): Promise<Map<string, number>> {
  const set = new Map<string, number>()
  let clearedAt = performance.now()
  while (!isOver()) {
    const kind = luck.oneOf(kinds)
    await control.call('POST', '/faults', {
      network: luck.oneOf(allNetworks),
      kind,
      times: luck.whole(1, 4),
      probability: luck.between(0.3, 1),
      ...(kind === 'slow' ? { delayMs: luck.whole(500, 8_000) } : {}),
      ...(kind === 'slow_processing' ? { delayMs: luck.whole(1_000, 6_000) } : {}),
      ...(kind === 'rate_limit' && luck.happens(0.8) ? { retryAfterMs: luck.whole(500, 4_000) } : {}),
    })
    set.set(kind, (set.get(kind) ?? 0) + 1)
    if (performance.now() - clearedAt > clearEveryMs) {
      await control.call('DELETE', '/faults')
      clearedAt = performance.now()
    }
    await sleep(everyMs)
  }
  await control.call('DELETE', '/faults')
  return set
}
