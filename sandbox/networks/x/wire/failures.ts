import { answered, withHeaders } from '../../../core/limits/answered.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Failures, Route } from '../../../core/network.ts'
import { findCallerName } from '../../../core/oauth/client.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { grantRefused, limitHeaders, problem, tooMany, typeOf, unauthorized } from './problems.ts'

/** The network's responses to the faults that can occur in any call. */
export function createFailures(rules: Readonly<Rules>, msNow: () => number): Failures {
  const deadToken = (call: string) =>
    call === 'token' ? grantRefused(400, rules.refusedGrant, 'Value passed for the token was invalid.') : unauthorized()
  return {
    // Such a response has no rate limit headers.
    serverError: () => problem(503, { title: 'Service Unavailable', detail: 'Service Unavailable' }),
    rateLimited: (retryAfterMs) =>
      tooMany(retryAfterMs === null ? {} : limitHeaders(rules.createLimit, 0, msNow() + retryAfterMs)),
    expiredToken: ({ call }) => deadToken(call),
    revokedToken: ({ call }) => deadToken(call),
    // A rejection depends on the content of the call: a file has no text.
    rejected: ({ path }) => problem(400, path.startsWith('/2/media/') ? badParameters : { title, detail: tooLong }),
    noSuchCall: () => problem(404, { title: 'Not Found', detail: 'Not Found' }),
    badBody(reason) {
      if (reason === 'too_large') return problem(413, { title: 'Request Entity Too Large' })
      if (reason === 'type') return problem(415, { title: 'Unsupported Media Type' })
      return problem(400, {
        ...badParameters,
        errors: [{ parameters: {}, message: 'Requests body has invalid schema' }],
      })
    },
  }
}

const title = 'Invalid Request'

const badParameters = {
  title,
  detail: 'One or more parameters to your request was invalid.',
  type: typeOf('invalid-request'),
}

export const tooLong =
  'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text'

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
 * Wraps a route so that its calls are counted and its responses have the rate limit headers, except for responses that
 * forbid or fail.
 */
export function throttled(platform: Platform): (route: Route) => Route {
  const { rules, world } = platform
  const windowOf = createWindows(world.clock, { isOn: () => rules.rateLimits })

  const counted = (route: Route, own: readonly Limit[]): Route => ({
    ...route,
    async handle(incoming) {
      const who = findCallerName(platform, incoming)
      const opened = who === null && route.token === 'access' ? [] : own
      const counts = opened.map((limit) => {
        const name = `${route.call}/${limit.of}/${limit.of === 'app' ? '' : (who ?? '')}`
        return { limit, window: windowOf(name, limit.windowMs) }
      })
      const isFull = counts.some(({ limit, window }) => window.count >= rules[limit.max])
      if (!isFull) for (const { window } of counts) window.count += 1
      const headers: Record<string, string> = {}
      for (const { limit, window } of counts) {
        const left = Math.max(0, rules[limit.max] - window.count)
        const shown = limitHeaders(rules[limit.max], left, window.endsAtMs)
        for (const [name, value] of Object.entries(shown))
          headers[limit.windowMs === quarterMs ? name : name.replace('x-rate-limit', 'x-app-limit-24hour')] = value
      }
      const answer = isFull ? tooMany(headers) : await answered(route, incoming)
      return answer.status === 403 || answer.status >= 500 ? answer : withHeaders(answer, headers)
    },
  })

  return (route) => {
    const own = limits[route.call]
    const inner = own ? counted(route, own) : route
    if (!route.path.startsWith('/2/')) return inner
    return {
      ...inner,
      handle: async (incoming) =>
        withHeaders(await answered(inner, incoming), { 'x-transaction-id': platform.secret().slice(0, 16) }),
    }
  }
}
