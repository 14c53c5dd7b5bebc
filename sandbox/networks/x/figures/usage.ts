import { ok, Refused } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import { integerIn, knownParameters, requestedFields } from '../wire/fields.ts'
import { no, typeOf, unauthorized } from '../wire/problems.ts'

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export function countRead({ reads, world }: Platform, posts: number): void {
  const day = dayOf(world.clock.ms())
  reads.set(day, (reads.get(day) ?? 0) + posts)
}

const usageFields = [
  'cap_reset_day',
  'daily_client_app_usage',
  'daily_project_usage',
  'project_cap',
  'project_id',
  'project_usage',
]

/** The route that reports how many posts the app has read, to an app-only token. */
export function usageRoutes(platform: Platform): readonly Route[] {
  const { world, rules, reads, bearers } = platform
  return [
    route('GET', '/2/usage/tweets', 'getUsage', noToken, ({ bearer, query }) => {
      const clientId = bearer === null ? undefined : bearers.get(bearer)
      if (clientId === undefined) return refuse(bearer)
      knownParameters(query, ['days', 'usage.fields'])
      const days = integerIn(query, 'days', { min: 1, max: 90, usual: 7 })
      const requested = requestedFields(query, 'usage.fields', usageFields)
      const number = (value: number) => (rules.usageAsText ? String(value) : value)
      const usage = Array.from({ length: days }, (_, ago) => {
        const date = dayOf(world.clock.ms() - ago * 86_400_000)
        return { date: `${date}T00:00:00.000Z`, usage: number(reads.get(date) ?? 0) }
      })
      const month = dayOf(world.clock.ms()).slice(0, 7)
      const used = [...reads].reduce((sum, [day, count]) => sum + (day.startsWith(month) ? count : 0), 0)
      const all: Readonly<Record<string, unknown>> = {
        cap_reset_day: 1,
        project_cap: number(rules.projectCap),
        project_id: '1700000000000000000',
        project_usage: number(used),
        daily_project_usage: { project_id: '1700000000000000000', usage },
        daily_client_app_usage: [{ client_app_id: '30000001', usage, usage_result_count: usage.length }],
      }
      const usual = ['cap_reset_day', 'project_cap', 'project_id', 'project_usage']
      const shown = Object.entries(all).filter(([field]) =>
        requested.size > 0 ? requested.has(field) : usual.includes(field),
      )
      return ok({ data: Object.fromEntries(shown) })
    }),
  ]

  function refuse(bearer: string | null): never {
    if (bearer === null || !platform.tokens.find(bearer)) throw new Refused(unauthorized())
    return no(403, {
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 User Context is forbidden for this endpoint.  Supported authentication types are [OAuth 2.0 Application-Only].',
      type: typeOf('unsupported-authentication'),
    })
  }
}
