import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { user } from '#modules/identity/index.ts'
import { cancelSubscription } from './actions.ts'
import type { BillingDeps } from './deps.ts'
import { cancelBody } from './schema.ts'

export function billingRoutes(app: Edge, deps: BillingDeps): void {
  app.post(
    '/v1/auth/me/subscription/cancel',
    {
      config: { access: { credential: 'identity' } },
      schema: {
        operationId: 'cancelSubscription',
        tags: ['Account'],
        summary: 'Cancel your subscription',
        description: 'Records your reason. The plan stays until the operator ends it. Nothing is deleted.',
        body: cancelBody,
        response: { 200: user },
      },
    },
    (request) => cancelSubscription(deps, callerOf(request), request.body),
  )
}
