import type { FastifyReply, FastifyRequest } from 'fastify'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { asRefusal } from '#infra/http/answer/problem.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { Refusal, type RefusalCode } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { platformIdOf } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../deps.ts'
import { pagePolicy } from '../html-page.ts'
import { requireNetwork } from '../network-refusal.ts'
import { type Started, startFlow } from './actions/begin-flow.ts'
import { type Connected, consumeFlow, finishFlow } from './actions/finish-flow.ts'
import { connectedPage } from './connected-page.ts'
import { nameFlowCookie } from './flow-secrets.ts'
import { buildFinalUrl } from './redirects.ts'
import { anyQuery, callbackQuery, connected, platformPath, redirected, startPath } from './schema.ts'
import type { FlowRow } from './store.ts'

const open = { access: 'anyone', anyAccept: true } as const
const route = routesWith({ tag: 'Connections' })
const cookiePath = '/v1'
const cookieSeconds = 600

const returning = [
  'platform_not_found',
  'oauth_state_invalid',
  'access_denied',
  'scopes_missing',
  'no_usable_page',
  'page_unusable',
  'oauth_account_differs',
  'network_unsupported',
  'network_refused_credentials',
  'network_refused',
  'network_unavailable',
  'account_in_use',
  'account_not_found',
  'plan_limit_reached',
  'plan_required',
  'profile_not_found',
  'profile_forbidden',
  'profile_role_required',
  'profile_invite_not_found',
  'user_disabled',
] as const satisfies RefusalCode[]

/**
 * Adds the routes that send browsers to a network and receive them afterwards. Each works once per flow. Routes that
 * are only for browsers are not in the OpenAPI document.
 */
export function addCallbackRoutes(app: Edge, deps: ConnectingDeps): void {
  route(app, {
    get: '/v1/oauth/start/:token',
    changesState: true,
    ...open,
    hidden: true,
    params: startPath,
    query: anyQuery,
    does: async (request, reply) => {
      const started = await startFlow(deps, request.params.token)
      return started ? redirectToNetwork(deps, reply, started) : redirectToOwnPage(deps, reply)
    },
  })
  route(app, {
    get: '/v1/oauth/callback/:platform',
    changesState: true,
    ...open,
    id: 'finishOauth',
    summary: 'Finish an OAuth sign-in',
    description:
      'The callback URL to register with the network. Redirects a browser to `finalRedirectUrl` with `connected`, ' +
      '`choose` or `error`; responds to a headless sign-in with JSON. The `state` is the credential: it works once, ' +
      'and only for the network and the browser that it was issued for.',
    refuses: returning,
    params: platformPath,
    query: callbackQuery,
    answers: { 200: connected, 302: redirected, 307: redirected },
    does: async (request, reply) => {
      const network = requireNetwork(request.params)
      const endsElsewhere = deps.connectors[network]?.auth.oauth?.callback.endsAtPlatformPath
      if (endsElsewhere) return forwardCallback(deps, request, reply, `/v1/platforms/${platformIdOf(network)}/callback`)
      const ownPath = `/v1/oauth/callback/${network}`
      if (isOtherLoopback(deps, request)) return forwardCallback(deps, request, reply, ownPath)
      await handleCallback(deps, request, reply)
      return reply
    },
  })
  route(app, {
    get: '/v1/platforms/:platform/callback',
    changesState: true,
    id: 'finishPlatformOauth',
    summary: 'Finish an OAuth sign-in (older URL)',
    description: 'Works like `/v1/oauth/callback/{platform}`.',
    access: { credential: 'none', orIdentity: true },
    refuses: returning,
    anyAccept: true,
    params: platformPath,
    query: callbackQuery,
    answers: { 200: connected, 302: redirected },
    does: async (request, reply) => {
      await handleCallback(deps, request, reply)
      return reply
    },
  })
  route(app, {
    get: '/connected',
    ...open,
    hidden: true,
    query: anyQuery,
    does: async (request, reply) =>
      reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(connectedPage(deps.connectors, request.query, choosePageLanguage(request, reply))),
  })
}

/**
 * Redirects with the unchanged query, because TikTok's codes contain characters that can be encoded in more than one
 * way.
 */
function forwardCallback(
  { config }: ConnectingDeps,
  request: CallbackRequest,
  reply: FastifyReply,
  path: string,
): FastifyReply {
  const at = request.raw.url?.indexOf('?') ?? -1
  const query = at < 0 ? '' : (request.raw.url?.slice(at) ?? '')
  return reply.redirect(`${config.publicUrl}${path}${query}`, 307)
}

/**
 * True if the browser arrived at this machine's IP address and its sign-in cookie belongs to `localhost`. Some servers
 * only redirect to the IP address.
 */
function isOtherLoopback({ config }: ConnectingDeps, request: CallbackRequest): boolean {
  const { protocol, hostname } = new URL(config.publicUrl)
  return protocol === 'http:' && hostname === 'localhost' && request.hostname === '127.0.0.1'
}

export function redirectToNetwork(
  { config }: ConnectingDeps,
  reply: FastifyReply,
  { location, cookie }: Started,
): FastifyReply {
  return reply
    .setCookie(cookie.name, cookie.value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.publicUrl.startsWith('https:'),
      path: cookiePath,
      maxAge: cookieSeconds,
    })
    .redirect(location, 302)
}

/** Redirects to Posthorn's own page, whatever the request specifies. */
export const redirectToOwnPage = (
  { config }: ConnectingDeps,
  reply: FastifyReply,
  code = 'oauth_state_invalid',
): FastifyReply => reply.redirect(buildFinalUrl(config, null, { error: code }), 302)

type CallbackRequest = FastifyRequest<{ Params: { platform: string } }>

async function handleCallback(
  deps: ConnectingDeps,
  request: CallbackRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const network = requireNetwork(request.params)
  const { state, code, error, iss } = request.query as Partial<Record<'state' | 'code' | 'error' | 'iss', string>>
  const cookieName = state === undefined ? '' : nameFlowCookie(state)
  const who = { cookie: request.cookies[cookieName], caller: request.caller }
  const flow = state === undefined ? null : await consumeFlow(deps, network, state, who)
  if (!flow || state === undefined) {
    if (wantsJson(request)) throw new Refusal('oauth_state_invalid')
    return redirectToOwnPage(deps, reply)
  }
  if (who.cookie !== undefined) reply.clearCookie(cookieName, { path: cookiePath })
  if (flow.headless || wantsJson(request)) {
    const done = await finishFlow(deps, flow, { state, code, error, iss }, request.id)
    return reply.code(200).send({ ok: true as const, ...done })
  }
  return reply.redirect(await finishAndLocate(deps, flow, { state, code, error, iss }, request), 302)
}

async function finishAndLocate(
  deps: ConnectingDeps,
  flow: FlowRow,
  back: Parameters<typeof finishFlow>[2],
  request: CallbackRequest,
): Promise<string> {
  try {
    return buildFinalUrl(deps.config, flow.finalRedirectUrl, toOutcome(await finishFlow(deps, flow, back, request.id)))
  } catch (thrown) {
    const refusal = asRefusal(thrown)
    if (refusal.code === 'internal_error') {
      request.log.error(
        { event: 'connecting.callback_failed', err: thrown, requestId: request.id },
        'An account could not be connected',
      )
    }
    return buildFinalUrl(deps.config, flow.finalRedirectUrl, { error: refusal.code })
  }
}

function toOutcome({ platform, profileId, accountId }: Connected): Record<string, string> {
  if (accountId === null) return { choose: platform, profileId: toWire('prof', profileId) }
  return { connected: platform, accountId: toWire('acc', accountId) }
}

/** True if the client asks for JSON. Programs do, while browsers ask for HTML first. */
const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
