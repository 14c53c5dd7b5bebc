import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { pinFor } from '../posts/pins.ts'
import type { Platform } from '../state/platform.ts'
import { invalid, no } from '../wire/refusals.ts'
import { countsOf } from './metrics.ts'

const types = [
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'PIN_CLICK',
  'SAVE',
  'SAVE_RATE',
  'TOTAL_COMMENTS',
  'TOTAL_REACTIONS',
  'USER_FOLLOW',
  'PROFILE_VISIT',
  'VIDEO_MRC_VIEW',
  'VIDEO_10S_VIEW',
  'QUARTILE_95_PERCENT_VIEW',
  'VIDEO_V50_WATCH_TIME',
  'VIDEO_START',
  'VIDEO_AVG_WATCH_TIME',
]

const dayMs = 86_400_000

export function analyticsRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/pins/:id/analytics', 'getPinAnalytics', withToken, (incoming) => analytics(platform, incoming)),
  ]
}

function analytics(platform: Platform, incoming: Incoming): Answer {
  const caller = requireCaller(platform, incoming, ['boards:read', 'pins:read'])
  if (platform.rules.environment === 'sandbox')
    return no(404, 404, 'This endpoint is not available in the API Sandbox.')
  const pin = pinFor(platform, caller, incoming)
  if (pin.person !== caller.person) return no(403, 7, 'You are not permitted to access that resource.')
  const { query } = incoming
  const dayOf = (name: string): number => {
    const text = query.get(name) ?? invalid(`'${name}' is a required property`)
    const ms = Date.parse(text)
    return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(ms) ? ms : invalid(`'${text}' is not a 'date'`)
  }
  const [start, end] = [dayOf('start_date'), dayOf('end_date')]
  const nowMs = platform.world.clock.ms()
  if (start > end || end > nowMs) return invalid('end_date must be between start_date and today.')
  if (nowMs - start > 91 * dayMs) return invalid('start_date must be within the last 90 days.')
  const requested = (query.get('metric_types') ?? invalid("'metric_types' is a required property")).split(',')
  const unknown = requested.find((type) => !types.includes(type))
  if (unknown !== undefined) return invalid(`'${unknown}' is not one of metric_types`)
  const counts = countsOf(platform, pin)
  const all: Readonly<Record<string, number>> = {
    IMPRESSION: counts.impressions,
    OUTBOUND_CLICK: counts.outboundClicks,
    PIN_CLICK: counts.pinClicks,
    SAVE: counts.saves,
  }
  const summary = Object.fromEntries(requested.map((type) => [type, all[type] ?? 0]))
  return ok({
    all: {
      daily_metrics: [],
      lifetime_metrics: { TOTAL_COMMENTS: counts.comments, TOTAL_REACTIONS: counts.reactions },
      summary_metrics: summary,
    },
  })
}
