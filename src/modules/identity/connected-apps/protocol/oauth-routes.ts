import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openBody } from '#infra/http/request/arrival.ts'
import type { Edge } from '#infra/http/server.ts'
import type { IdentityDeps } from '../../deps.ts'
import type { IssuedTokens } from '../app-tokens.ts'
import { registerClient } from '../clients/actions.ts'
import { redeemDeviceCode, startDeviceRequest } from '../device/actions.ts'
import { type OauthError, OauthFault } from '../oauth-fault.ts'
import { requirePages } from '../require-pages.ts'
import { type Parameters, readParameters } from '../single-parameters.ts'
import { redeemCode, revokeToken, rotateRefreshToken } from '../token-actions.ts'

const maxFormBytes = 32 * 1024
const access = { credential: 'none' } as const

/** The standard only allows some ASCII characters here. */
const describe = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?')

/** Clients that fail to identify themselves get 401. Every other error is 400 (RFC 6749, section 5.2). */
const statusOf = (error: OauthError): number => (error === 'invalid_client' ? 401 : 400)

/** Forms, as the standards require. Their errors also follow the standards. */
const form = { config: { access, body: 'raw' }, schema: { hide: true }, errorHandler: answerFault } as const

/** Registers the endpoints that apps call themselves. */
export function addOauthRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  app.post('/oauth/token', form, async (request, reply) => {
    const tokens = await issueByGrant(deps, await readForm(request))
    return reply.header('pragma', 'no-cache').send(tokens)
  })

  app.post('/oauth/revoke', form, async (request) => {
    await revokeToken(deps, await readForm(request))
    return {}
  })

  app.post('/oauth/device', { ...form, config: { ...form.config, attemptsPerMinute } }, async (request) => {
    requirePages(deps)
    return await startDeviceRequest(deps, await readForm(request))
  })

  app.post(
    '/oauth/register',
    {
      config: { access, attemptsPerMinute },
      schema: { hide: true, body: z.unknown() },
      errorHandler: answerFault,
    },
    async (request, reply) => {
      requirePages(deps)
      return reply.code(201).send(await registerClient(deps, request.body))
    },
  )
}

async function readForm(request: FastifyRequest): Promise<Parameters> {
  const type = request.raw.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OauthFault('invalid_request', 'Send a form: Content-Type: application/x-www-form-urlencoded.')
  return readParameters(await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true })))
}

/**
 * Returns the errors of an OAuth endpoint in the format of its standard. Any other error, such as an exceeded rate
 * limit, becomes a problem document as everywhere else.
 */
function answerFault(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof OauthFault)) throw error
  return reply
    .code(statusOf(error.error))
    .header('pragma', 'no-cache')
    .send({ error: error.error, error_description: describe(error.message) })
}

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Issues tokens for the grant type of the request. */
function issueByGrant(deps: IdentityDeps, given: Parameters): Promise<IssuedTokens> {
  const grant = given.demand('grant_type')
  switch (grant) {
    case 'authorization_code':
      return redeemCode(deps, given)
    case 'refresh_token':
      return rotateRefreshToken(deps, given)
    case deviceGrant:
      return redeemDeviceCode(deps, given)
    default:
      throw new OauthFault(
        'unsupported_grant_type',
        `Use authorization_code, refresh_token or ${deviceGrant}. Other grants are not supported.`,
      )
  }
}
