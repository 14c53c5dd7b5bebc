import type { Incoming } from '../../../core/http/request.ts'
import type { Failures, Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { oauthError, refusal } from './errors.ts'

const isOAuth = (call: string): boolean => call === 'token' || call === 'revoke'

/** The network's responses to the faults that can occur in any call. */
export const failures: Failures = {
  serverError: () => refusal(503, 'backendError', 'The service is currently unavailable.'),
  rateLimited: (retryAfterMs) =>
    refusal(
      403,
      'rateLimitExceeded',
      'The request cannot be completed because you have exceeded a rate limit.',
      retryAfterMs,
    ),
  expiredToken: ({ call }) => deadToken(call),
  revokedToken: ({ call }) => deadToken(call),
  rejected: () =>
    refusal(400, 'invalidVideoMetadata', 'The request metadata specifies invalid or incomplete video metadata.'),
  noSuchCall: () => refusal(404, 'notFound', 'Not Found'),
  badBody: (reason, detail) =>
    reason === 'too_large' ? refusal(413, 'uploadTooLarge', detail) : refusal(400, 'parseError', detail),
}

const deadToken = (call: string) =>
  isOAuth(call)
    ? oauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
    : refusal(401, 'authError', 'Request had invalid authentication credentials.')

/** The costs of calls in quota units, which all share one bucket. An upload has its own bucket. */
const units: Readonly<Record<string, number>> = {
  getChannel: 1,
  getVideo: 1,
  getStatistics: 1,
  listUploads: 1,
  getPlaylistItem: 1,
  listPlaylists: 1,
  listVideoCategories: 1,
  listCommentThreads: 1,
  listComments: 1,
  insertComment: 50,
  setThumbnail: 50,
  insertPlaylistItem: 50,
  insertCaption: 400,
}

/** Counts the calls of the whole app until midnight in California. A rejected call costs the same. */
export function metered(platform: Platform): (route: Route) => Route {
  const { rules, world, app } = platform
  let day = ''
  let used = { units: 0, inserts: 0 }
  const spend = ({ call }: Incoming): boolean => {
    const today = world.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
    if (today !== day) {
      day = today
      used = { units: 0, inserts: 0 }
      app.isQuotaUsedUp = false
    }
    used.units += units[call] ?? 0
    used.inserts += call === 'insertVideo' ? 1 : 0
    if (app.isQuotaUsedUp) return false
    return !rules.quotas || (used.units <= rules.unitsPerDay && used.inserts <= rules.insertsPerDay)
  }
  return (route) => ({
    ...route,
    handle: (incoming) =>
      (units[incoming.call] === undefined && incoming.call !== 'insertVideo') || spend(incoming)
        ? route.handle(incoming)
        : refusal(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.'),
  })
}
