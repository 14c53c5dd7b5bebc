import { setTimeout as sleep } from 'node:timers/promises'
import { allNetworks } from '../../posts/publisher.ts'
import { control, publishing } from '../../posts/sandbox.ts'
import type { Luck } from './luck.ts'

/**
 * Faults that lose the response to a completed call. A publisher must survive them in calls with a visible effect.
 */
const answersLost = ['error_after', 'timeout_after', 'drop_after', 'truncate_after'] as const
const shownCalls = [...publishing, ['facebook', 'createComment'], ['linkedin', 'createComment']] as const

/** Every other kind of fault that the sandbox supports, for any call. */
const others = [
  'slow',
  'error_before',
  'reset',
  'rate_limit',
  'expired_token',
  'revoked_token',
  'reject',
  'slow_processing',
] as const

const everyMs = 200
/** Interval at which faults that no call has triggered are cleared. */
const clearEveryMs = 8_000

interface Sandbox {
  readonly url: string
}

/** Sets and clears faults on all networks until the run ends. */
export async function makeWeather(sandbox: Sandbox, luck: Luck, isOver: () => boolean): Promise<void> {
  let clearedAt = performance.now()
  while (!isOver()) {
    await control(sandbox, 'POST', '/faults', luck.happens(0.6) ? lostAnswer(luck) : anything(luck))
    if (performance.now() - clearedAt > clearEveryMs) {
      await control(sandbox, 'DELETE', '/faults')
      clearedAt = performance.now()
    }
    await sleep(everyMs)
  }
  await control(sandbox, 'DELETE', '/faults')
}

function lostAnswer(luck: Luck): object {
  const [network, call] = luck.oneOf(shownCalls)
  return { network, call, kind: luck.oneOf(answersLost), times: luck.whole(1, 3) }
}

function anything(luck: Luck): object {
  const kind = luck.oneOf([...others, ...answersLost])
  return {
    network: luck.oneOf(allNetworks),
    kind,
    times: luck.whole(1, 3),
    ...(kind === 'slow' ? { delayMs: luck.whole(500, 8_000) } : {}),
    ...(kind === 'slow_processing' ? { delayMs: luck.whole(1_000, 6_000) } : {}),
    ...(kind === 'rate_limit' && luck.happens(0.8) ? { retryAfterMs: luck.whole(500, 4_000) } : {}),
  }
}

interface Logged {
  readonly fault: string | null
}

const pageSize = 10_000

/** Counts the calls affected by each kind of fault. */
export async function countStruck(sandbox: Sandbox): Promise<Map<string, number>> {
  const struck = new Map<string, number>()
  for (let after = 0; ; after += pageSize) {
    const { calls } = await control<{ calls: Logged[] }>(sandbox, 'GET', `/calls?after=${after}&limit=${pageSize}`)
    for (const { fault } of calls) if (fault !== null) struck.set(fault, (struck.get(fault) ?? 0) + 1)
    if (calls.length < pageSize) return struck
  }
}
