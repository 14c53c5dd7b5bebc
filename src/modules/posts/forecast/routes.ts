import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import type { PostDeps } from '../deps.ts'
import { route } from '../route-rules.ts'
import { profileOnlyQuery } from '../schema/requests.ts'
import { type ForecastDeps, forecastPosts } from './forecast-posts.ts'
import { forecast } from './schema.ts'

/** Adds the forecast route. */
export function addForecastRoutes(app: Edge, deps: PostDeps & ForecastDeps): void {
  route(app, {
    get: '/v1/posts/forecast',
    id: 'forecastPosts',
    right: 'read',
    summary: 'Forecast what will hold back planned posts',
    description:
      'Lists the periods in which a profile’s planned posts will be held: after an account’s access expires, while a ' +
      'network’s quota is used up, and while the profile exceeds its owner’s plan. Quotas are checked for 31 days ' +
      'and up to 200 posts.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_role_required', 'profile_not_found'],
    query: profileOnlyQuery,
    answers: forecast,
    does: (request) => forecastPosts(deps, callerOf(request), request.query.profileId),
  })
}
