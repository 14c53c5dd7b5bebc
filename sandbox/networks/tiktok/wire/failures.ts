import type { Failures, Route } from '../../../core/network.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { oauthRefusal, refusal } from './envelope.ts'

/** The network's responses to the faults that can occur in any call. */
export function createFailures(platform: Platform): Failures {
  const isOAuth = (call: string) => call === 'token' || call === 'revoke'
  const deadToken = (call: string) =>
    isOAuth(call)
      ? oauthRefusal(platform, 'invalid_grant', 'Refresh token is invalid or expired.')
      : refusal(platform, 401, 'access_token_invalid')
  return {
    serverError: () => refusal(platform, 500, 'internal_error'),
    // The response never says how long to wait.
    rateLimited: () => refusal(platform, 429, 'rate_limit_exceeded'),
    expiredToken: ({ call }) => deadToken(call),
    revokedToken: ({ call }) => deadToken(call),
    rejected: () => refusal(platform, 400, 'invalid_params'),
    noSuchCall: () => refusal(platform, 404, 'not_found'),
    badBody(reason, detail) {
      if (reason === 'too_large') return refusal(platform, 413, 'invalid_param', detail)
      return refusal(platform, 400, 'invalid_params', detail)
    },
  }
}

type LimitName = Extract<keyof Rules, `${string}Limit`>

const windowMs = 60_000

const limits: Readonly<Record<string, LimitName>> = {
  queryCreatorInfo: 'creatorInfoLimit',
  initVideo: 'initLimit',
  initInboxVideo: 'initLimit',
  initPhotos: 'initLimit',
  getPublishStatus: 'statusLimit',
  getUserInfo: 'readLimit',
  queryVideos: 'readLimit',
  listVideos: 'readLimit',
}

/** Limits a route for each person over the last minute. No header reports the remaining calls. */
export function throttled(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const calls = new Map<string, number[]>()
  return (route) => {
    const limit = limits[route.call]
    if (limit === undefined) return route
    return {
      ...route,
      handle(incoming) {
        const who = findCallerName(platform, incoming)
        if (!rules.rateLimits || who === null) return route.handle(incoming)
        const key = `${route.call}/${who}`
        const nowMs = world.clock.ms()
        const recent = (calls.get(key) ?? []).filter((atMs) => atMs > nowMs - windowMs)
        calls.set(key, recent)
        if (recent.length >= rules[limit]) return refusal(platform, 429, 'rate_limit_exceeded')
        recent.push(nowMs)
        return route.handle(incoming)
      },
    }
  }
}
