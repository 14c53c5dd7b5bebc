import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { guidePolicy, pageOf } from '#infra/http/docs/page.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { scopeNames } from '#kernel/caller.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { IdentityDeps } from '../deps.ts'
import { usualScopes } from './app-scopes.ts'
import type { IssuedTokens } from './app-tokens.ts'
import { type Audience, audiencePaths, resourceOf } from './audiences.ts'
import { registerClient } from './clients/actions.ts'
import { type ReadRequest, readRequest } from './consent/read-request.ts'
import { redeemDeviceCode, startDeviceRequest } from './device/actions.ts'
import { noPages, type OauthError, OauthFault, requirePages } from './oauth-fault.ts'
import { type Parameters, readParameters } from './single-parameters.ts'
import { redeemCode, revokeToken, rotateRefreshToken } from './token-actions.ts'

const maxFormBytes = 32 * 1024

/** The standard only allows some ASCII characters here. */
const describe = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?')

/** Clients that fail to identify themselves get 401. Every other error is 400 (RFC 6749, section 5.2). */
const statusOf = (error: OauthError): number => (error === 'invalid_client' ? 401 : 400)

/** Forms, as the standards require. Their errors also follow the standards. */
const form = { hidden: true, access: 'anyone', bodyAs: 'raw', onError: answerFault } as const

/** Registers the endpoints that apps call themselves. */
export function addOauthRoutes(app: Edge, deps: IdentityDeps): void {
  const attemptsPerMinute = deps.config.signInAttemptsPerMinute

  route(app, {
    post: '/oauth/token',
    ...form,
    does: async (request, reply) => {
      const tokens = await issueByGrant(deps, await readForm(request))
      return reply.header('pragma', 'no-cache').send(tokens)
    },
  })
  route(app, {
    post: '/oauth/revoke',
    ...form,
    does: async (request) => {
      await revokeToken(deps, await readForm(request))
      return {}
    },
  })
  route(app, {
    post: '/oauth/device',
    ...form,
    attemptsPerMinute,
    does: async (request) => {
      requirePages(deps)
      return await startDeviceRequest(deps, await readForm(request))
    },
  })
  route(app, {
    post: '/oauth/register',
    hidden: true,
    access: 'anyone',
    attemptsPerMinute,
    onError: answerFault,
    body: z.unknown(),
    does: async (request, reply) => {
      requirePages(deps)
      return reply.code(201).send(await registerClient(deps, request.body))
    },
  })
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

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

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
        `Use authorization_code, refresh_token or ${deviceGrant}. Other grants aren’t supported.`,
      )
  }
}

/**
 * Registers the URL that an app sends its user's browser to. A valid request is redirected to the web app, where the
 * user signs in and responds. An invalid one ends here with a page: anyone can register an app, so a redirect without a
 * user's click would let a stranger choose the destination.
 */
export function addAuthorizeRoutes(app: Edge, deps: IdentityDeps): void {
  route(app, {
    get: '/oauth/authorize',
    hidden: true,
    access: 'anyone',
    anyAccept: true,
    query: z.looseObject({}),
    does: async (request, reply) => {
      if (!deps.config.web) return sendNotice(deps, reply, { kind: 'strange', detail: noPages })
      const query = new URL(request.url, deps.config.publicUrl).search.slice(1)
      const read = await readRequest(deps, query)
      if (read.kind !== 'sound') return sendNotice(deps, reply, read)
      const page = new URL('/auth/authorize', deps.config.publicUrl)
      page.searchParams.set('request', Buffer.from(query).toString('base64url'))
      return reply.redirect(page.href, 302)
    },
  })
}

function sendNotice(
  { config }: Pick<IdentityDeps, 'config'>,
  reply: FastifyReply,
  read: Exclude<ReadRequest, { kind: 'sound' }>,
): FastifyReply {
  const title = 'This app can’t connect'
  const reason = read.kind === 'strange' ? read.detail : `${read.client.name}: ${read.fault.message}`
  const back =
    read.kind === 'strange'
      ? ''
      : `<p><a href="${escapeHtml(read.returnTo)}" rel="noreferrer">Go back to ` +
        `${escapeHtml(new URL(read.returnTo).host || 'the app')}</a></p>`
  const body = `<h1>${title}</h1><p>${escapeHtml(reason)}</p><p>No access was given.</p>${back}`
  return reply
    .code(400)
    .header('content-security-policy', guidePolicy)
    .type('text/html; charset=utf-8')
    .serializer((page: unknown) => page as string)
    .send(pageOf({ hasWeb: config.web }, { title, place: null, nav: null, body }))
}

/**
 * The documents that tell apps how to sign in. They are defined by standards, so they are not in the OpenAPI document.
 */
const open = { hidden: true, access: 'anyone' } as const

export function addMetadataRoutes(app: Edge, { config }: Pick<IdentityDeps, 'config'>): void {
  const server = describeServer(config.publicUrl)
  // Agents also look below the path of the resource, and under the document's OpenID Connect name.
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    for (const path of Object.values(audiencePaths))
      route(app, { get: `/.well-known/${name}${path}`, ...open, does: async () => server })
  for (const audience of Object.keys(audiencePaths) as Audience[]) {
    const resource = describeResource(config, audience)
    route(app, {
      get: `/.well-known/oauth-protected-resource${audiencePaths[audience]}`,
      ...open,
      does: async () => resource,
    })
  }
}

/** Describes the authorization server (RFC 8414). */
const describeServer = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  device_authorization_endpoint: `${issuer}/oauth/device`,
  scopes_supported: scopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer}/docs/guides/authorization`,
})

/** Describes a resource that tokens give access to (RFC 9728). */
const describeResource = (config: IdentityDeps['config'], audience: Audience) => ({
  resource: resourceOf(config, audience),
  authorization_servers: [config.publicUrl],
  scopes_supported: audience === 'mcp' ? usualScopes : scopeNames,
  bearer_methods_supported: ['header'],
  resource_name: audience === 'mcp' ? 'Posthorn for agents' : 'Posthorn',
  resource_documentation: `${config.publicUrl}/docs/guides/authorization`,
})
