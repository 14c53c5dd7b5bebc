import type { Route } from '../../../core/network.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { refusal } from './envelope.ts'

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

/** Limits a route for each person over the last minute. No header reports what is left. */
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
