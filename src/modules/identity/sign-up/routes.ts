import { anonymousSender } from '#infra/http/request/sender.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../deps.ts'
import { signedIn } from '../sessions/schema.ts'
import { signUp } from './actions/sign-up.ts'
import { signUpBody } from './schema.ts'

/** Registers the route by which a new user signs up. */
export function addSignUpRoutes(app: Edge, deps: IdentityDeps): void {
  app.post(
    '/v1/auth/sign-up',
    {
      config: {
        access: { credential: 'none' },
        attemptsPerMinute: deps.config.signInAttemptsPerMinute,
        refusals: ['sign_up_closed', 'invite_required', 'setup_code_required', 'email_taken'],
      },
      schema: {
        operationId: 'signUp',
        tags: ['Identity'],
        summary: 'Create an account and sign in',
        body: signUpBody,
        response: { 201: signedIn },
      },
    },
    async (request, reply) => reply.code(201).send(await signUp(deps, request.body, anonymousSender(request))),
  )
}
