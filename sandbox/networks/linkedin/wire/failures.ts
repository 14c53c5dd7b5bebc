import type { Failures, Route } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { grantRefused, refusal, throttled, tooLong, unauthorized } from './refusals.ts'

/** The network's own responses to failures that can happen in any call. The network never says how long to wait. */
export function createFailures(rules: Readonly<Rules>): Failures {
  const deadToken = (call: string, why: 'expired' | 'revoked') =>
    call === 'token'
      ? grantRefused(
          400,
          rules.refusedGrant,
          'The provided authorization grant or refresh token is invalid, expired or revoked.',
        )
      : unauthorized(why)
  return {
    serverError: () => refusal(500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' }),
    rateLimited: (retryAfterMs) => ({
      ...throttled(),
      ...(retryAfterMs === null ? {} : { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } }),
    }),
    expiredToken: ({ call }) => deadToken(call, 'expired'),
    revokedToken: ({ call }) => deadToken(call, 'revoked'),
    rejected: () => refusal(400, tooLong('/commentary', rules.maxText)),
    noSuchCall: () => refusal(404, { code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }),
    badBody(reason) {
      if (reason === 'too_large')
        return refusal(413, { code: 'REQUEST_TOO_LARGE', message: 'Request Entity Too Large' })
      if (reason === 'type') return refusal(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Unsupported Media Type' })
      return refusal(400, { code: 'ILLEGAL_ARGUMENT', message: 'Cannot parse request entity' })
    },
  }
}

const dayMs = 86_400_000

/**
 * Counts calls per UTC day: each kind for each member and for the app; for an app of the first tier, all kinds together
 * as well. As in the real network, responses do not report the remaining calls.
 */
export function limited(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const counts = new Map<string, number>()
  let day = 0

  /** True if a limit is reached; otherwise counts the call. */
  function isFull(limits: readonly (readonly [name: string, max: number])[]): boolean {
    const today = Math.floor(world.clock.ms() / dayMs)
    if (today !== day) counts.clear()
    day = today
    if (limits.some(([name, max]) => (counts.get(name) ?? 0) >= max)) return true
    for (const [name] of limits) counts.set(name, (counts.get(name) ?? 0) + 1)
    return false
  }

  return (route) => {
    if (!route.path.startsWith('/rest/')) return route
    return {
      ...route,
      handle(incoming) {
        const member = incoming.bearer === null ? null : platform.tokens.nameIn(incoming.bearer)
        if (!rules.rateLimits || member === null) return route.handle(incoming)
        const { call } = incoming
        const limits: readonly (readonly [string, number])[] = [
          [`${call}/${member}`, rules.memberDayLimit],
          [call, rules.appDayLimit],
        ]
        const first: readonly (readonly [string, number])[] = [
          [`member/${member}`, 100],
          ['app', 500],
        ]
        return isFull(rules.tier === 'development' ? [...limits, ...first] : limits)
          ? throttled()
          : route.handle(incoming)
      },
    }
  }
}
