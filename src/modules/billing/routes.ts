import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { user } from '#modules/identity/index.ts'
import { cancelSubscription } from './actions.ts'
import type { BillingDeps } from './deps.ts'
import { cancelBody } from './schema.ts'

export function billingRoutes(app: Edge, deps: BillingDeps): void {
  route(app, {
    post: '/v1/auth/me/subscription/cancel',
    id: 'cancelSubscription',
    tag: 'Account',
    summary: 'Cancel your subscription',
    description: 'Records your reason. The plan stays until the operator ends it. Nothing is deleted.',
    access: 'identity',
    body: cancelBody,
    answers: user,
    does: (request) => cancelSubscription(deps, callerOf(request), request.body),
  })
}
