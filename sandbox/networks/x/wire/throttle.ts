import { type Answer, type Incoming, Refused } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { nameBehind } from '../auth/who.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { limitHeaders, tooMany } from './problems.ts'

type LimitName = Extract<keyof Rules, `${string}Limit`>

interface Limit {
  readonly max: LimitName
  readonly windowMs: number
  readonly of: 'person' | 'app'
}

const quarterMs = 900_000
const perPerson = (max: LimitName): Limit => ({ max, windowMs: quarterMs, of: 'person' })

const limits: Readonly<Record<string, readonly Limit[]>> = {
  createPost: [perPerson('createLimit'), { max: 'createAppDayLimit', windowMs: 86_400_000, of: 'app' }],
  deletePost: [perPerson('deleteLimit')],
  getMe: [perPerson('meLimit')],
  getPosts: [perPerson('lookupLimit')],
  getUserPosts: [perPerson('timelineLimit')],
  uploadMedia: [perPerson('uploadLimit')],
  initializeUpload: [perPerson('segmentLimit')],
  appendUpload: [perPerson('segmentLimit')],
  finalizeUpload: [perPerson('segmentLimit')],
  getUploadStatus: [perPerson('statusLimit')],
  createMediaMetadata: [perPerson('metadataLimit')],
  getUsage: [{ max: 'usageLimit', windowMs: quarterMs, of: 'app' }],
}

/**
 * Wraps a route so that its calls are counted and its answers carry the rate limit headers. Answers that forbid or fail
 * have no such headers.
 */
export function throttled(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const windows = new Map<string, { readonly endsAtMs: number; count: number }>()

  function windowOf(call: string, { windowMs, of }: Limit, who: string) {
    const name = `${call}/${of}/${of === 'app' ? '' : who}`
    const known = windows.get(name)
    const nowMs = world.clock.ms()
    if (known && known.endsAtMs > nowMs) return known
    const opened = { endsAtMs: nowMs + windowMs, count: 0 }
    // While limits are off nothing is stored, and every call looks like the first of its window.
    if (rules.rateLimits) windows.set(name, opened)
    return opened
  }

  const around = (route: Route, own: readonly Limit[]): Route => ({
    ...route,
    async handle(incoming) {
      const who = nameBehind(platform, incoming)
      const opened = who === null && route.token === 'access' ? [] : own
      const counted = opened.map((limit) => ({ limit, window: windowOf(route.call, limit, who ?? '') }))
      const isFull = counted.some(({ limit, window }) => window.count >= rules[limit.max])
      if (!isFull) for (const { window } of counted) window.count += 1
      const headers: Record<string, string> = {}
      for (const { limit, window } of counted) {
        const left = Math.max(0, rules[limit.max] - window.count)
        const told = limitHeaders(rules[limit.max], left, window.endsAtMs)
        for (const [name, value] of Object.entries(told))
          headers[limit.windowMs === quarterMs ? name : name.replace('x-rate-limit', 'x-app-limit-24hour')] = value
      }
      const answer = isFull ? tooMany(headers) : await answered(route, incoming)
      const silent = answer.status === 403 || answer.status >= 500
      return { ...answer, headers: { ...(silent ? {} : headers), ...answer.headers } }
    },
  })

  return (route) => {
    const own = limits[route.call]
    const counted = own ? around(route, own) : route
    if (!route.path.startsWith('/2/')) return counted
    return {
      ...counted,
      async handle(incoming) {
        const answer = await answered(counted, incoming)
        return { ...answer, headers: { 'x-transaction-id': platform.secret().slice(0, 16), ...answer.headers } }
      },
    }
  }
}

async function answered(route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}
