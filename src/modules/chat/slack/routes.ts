import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#infra/http/access.ts'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { asRefusal, sayRefusal } from '#infra/http/answer/problem.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { routesWith } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { refusals, refuse } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { pagePolicy, renderPage } from '#modules/connecting/index.ts'
import type { SlackDeps } from '../deps.ts'
import { beginInstall, finishInstall, nameCookie, startInstall } from './actions/install.ts'
import { createCode, disconnect, readStatus } from './actions/links.ts'
import { receive } from './actions/receive.ts'
import { answerSubmission } from './handle/read-form.ts'
import { installedPage, refusedPage } from './installed-page.ts'
import { envelope, readCommand, readEvent, readInteraction } from './readings.ts'
import {
  acknowledged,
  callbackQuery,
  challengeAnswer,
  disconnected,
  formBytes,
  jsonBytes,
  page,
  slackCode,
  slackInstall,
  slackStatus,
  startPath,
  submissionAnswer,
} from './schema.ts'
import { requireSigned } from './signature.ts'

export function slackRoutes(app: Edge, deps: SlackDeps): void {
  addInstallRoutes(app, deps)
  addInboundRoutes(app, deps)
}

const route = routesWith({ tag: 'Chats' })
const cookiePath = '/v1/agent/chat-b'
const cookieSeconds = 600

/** Adds the routes to install the app, link people, and undo both. */
function addInstallRoutes(app: Edge, deps: SlackDeps): void {
  route(app, {
    get: '/v1/agent/chat-b/status',
    id: 'getSlackStatus',
    summary: 'Get the state of Slack',
    description: 'Returns whether you are linked to a Slack workspace, and which one.',
    access: 'chat:read',
    answers: slackStatus,
    does: (request) => readStatus(deps, callerOf(request)),
  })
  route(app, {
    get: '/v1/agent/chat-b/install',
    changesState: true,
    id: 'installSlack',
    summary: 'Start installing the Slack app',
    description:
      'Returns the URL at which you install the app in your workspace. Only the browser that opens it first can ' +
      'finish. The person who gives consent there is linked to you.',
    access: 'chat:write',
    refuses: ['chat_not_configured', 'key_limited_to_profiles'],
    answers: slackInstall,
    does: (request) => beginInstall(deps, callerOf(request)),
  })
  route(app, {
    post: '/v1/agent/chat-b/link-code',
    repeats: 'shown once',
    id: 'createSlackLinkCode',
    summary: 'Create a Slack link code',
    description:
      'For a workspace in which someone else installed the app: type `/posthorn link` and the code there. A new ' +
      'code replaces the previous one. A key needs every scope that a chat uses.',
    access: 'chat:write',
    refuses: ['chat_not_configured', 'key_limited_to_profiles'],
    answers: slackCode,
    does: (request) => createCode(deps, callerOf(request)),
  })
  route(app, {
    delete: '/v1/agent/chat-b',
    id: 'disconnectSlack',
    summary: 'Disconnect Slack',
    description:
      'Unlinks you from your workspace. If you installed the app there, it is removed from the workspace for ' +
      'everybody.',
    access: 'chat:write',
    refuses: ['chat_not_configured', 'chat_not_connected', 'key_limited_to_profiles'],
    answers: disconnected,
    does: async (request) => {
      await disconnect(deps, callerOf(request))
      return { ok: true as const }
    },
  })
  addBrowserRoutes(app, deps)
}

const open = { access: 'anyone', anyAccept: true } as const

/** Adds the two routes that a browser visits. Each works once per flow. */
function addBrowserRoutes(app: Edge, deps: SlackDeps): void {
  route(app, {
    get: '/v1/agent/chat-b/install/:nonce',
    changesState: true,
    ...open,
    hidden: true,
    params: startPath,
    does: async (request, reply) => {
      const started = await startInstall(deps, request.params.nonce)
      if (!started) {
        const language = choosePageLanguage(request, reply)
        const refusal = { code: 'oauth_state_invalid', message: refusals.oauth_state_invalid.title } as const
        return sendPage(reply, refusedPage(sayRefusal(refusal, language), language))
      }
      const { name, value } = started.cookie
      return reply
        .setCookie(name, value, {
          httpOnly: true,
          sameSite: 'lax',
          secure: deps.config.publicUrl.startsWith('https:'),
          path: cookiePath,
          maxAge: cookieSeconds,
        })
        .redirect(started.location, 302)
    },
  })
  route(app, {
    get: '/v1/agent/chat-b/oauth/callback',
    changesState: true,
    ...open,
    id: 'finishSlackInstall',
    summary: 'Finish the installation of the Slack app',
    description:
      'The redirect URL of the app. Shows a page with the result. The `state` is the credential: it works once, for ' +
      'ten minutes, and for the browser that started.',
    query: callbackQuery,
    answers: page,
    does: async (request, reply) => sendPage(reply, await finish(deps, request, choosePageLanguage(request, reply))),
  })
}

const sendPage = (reply: FastifyReply, text: Parameters<typeof renderPage>[0]) =>
  reply
    .header('content-security-policy', pagePolicy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderPage(text))

async function finish(deps: SlackDeps, request: FastifyRequest, language: Language) {
  const { state, code, error } = request.query as Partial<Record<'state' | 'code' | 'error', string>>
  try {
    if (state === undefined) return refuse('oauth_state_invalid')
    const cookie = request.cookies[nameCookie(state)]
    const { teamName } = await finishInstall(deps, { state, code, error, cookie, requestId: request.id })
    return installedPage(teamName, language)
  } catch (thrown) {
    const refusal = asRefusal(thrown)
    if (refusal.code === 'internal_error')
      request.log.error({ event: 'slack.install_failed', err: thrown, requestId: request.id }, 'Couldn’t connect Slack')
    return refusedPage(sayRefusal(refusal, language), language)
  }
}

/** Slack authenticates its requests with a signature. It sends many requests from few IP addresses. */
const inbound = {
  access: 'anyone',
  anyAccept: true,
  rateLimited: 'when refused',
  bodyAs: 'raw',
  refuses: ['webhook_signature_invalid', 'malformed_request'],
} as const

const maxBytes = 1024 * 1024

const enterprise = 'Install Posthorn in a single workspace. Organization-wide installs aren’t supported.'

/** Adds the routes that Slack calls. Each responds immediately; a job does the work. */
function addInboundRoutes(app: Edge, deps: SlackDeps): void {
  route(app, {
    post: '/v1/agent/chat-b/events',
    ...inbound,
    repeats: 'safe',
    id: 'receiveSlackEvents',
    summary: 'Receive Slack events',
    description:
      'The request URL of the Events API. Answers `url_verification` with its challenge. The body must carry a ' +
      'signature of Slack that is at most five minutes old. A repeated event has no effect.',
    body: jsonBytes,
    answers: challengeAnswer,
    does: async (request, reply) => {
      const envelopeBody = envelope.safeParse(parse(await readSigned(deps, request))).data
      if (!envelopeBody) return refuse('malformed_request', { detail: 'The body isn’t a Slack event.' })
      reply.type('text/plain; charset=utf-8').serializer(String)
      if (envelopeBody.type === 'url_verification') return reply.send(envelopeBody.challenge ?? '')
      const event = envelopeBody.type === 'event_callback' ? readEvent(envelopeBody.event) : null
      if (event && envelopeBody.team_id && envelopeBody.event_id)
        await receive(deps, {
          teamId: envelopeBody.team_id,
          received: { kind: 'event', event },
          eventId: envelopeBody.event_id,
        })
      return reply.send('')
    },
  })
  route(app, {
    post: '/v1/agent/chat-b/commands',
    ...inbound,
    repeats: 'safe',
    id: 'receiveSlackCommand',
    summary: 'Receive a Slack slash command',
    description: 'The request URL of `/posthorn`. Signed like events. The result follows in Slack.',
    body: formBytes,
    answers: acknowledged,
    does: async (request, reply) => {
      const form = new URLSearchParams((await readSigned(deps, request)).toString('utf8'))
      reply.type('text/plain; charset=utf-8').serializer(String)
      // Slack's probe of the certificate. Nothing else in it is read.
      if (form.get('ssl_check') === '1') return reply.send('')
      const command = readCommand(form)
      if (!command) return refuse('malformed_request', { detail: 'The body isn’t a command of Slack.' })
      if (command.is_enterprise_install === 'true') return reply.send(enterprise)
      await receive(deps, { teamId: command.team_id, received: { kind: 'command', command }, eventId: request.id })
      return reply.send('')
    },
  })
  route(app, {
    post: '/v1/agent/chat-b/interactions',
    ...inbound,
    repeats: 'safe',
    id: 'receiveSlackInteraction',
    summary: 'Receive a Slack interaction',
    description:
      'The request URL of buttons, shortcuts and modals. Signed like events. The response to a modal with errors contains ' +
      'them. Everything else follows in Slack.',
    body: formBytes,
    answers: submissionAnswer,
    does: async (request, reply) => {
      const interaction = readInteraction(new URLSearchParams((await readSigned(deps, request)).toString('utf8')))
      const wrong = interaction?.type === 'view_submission' ? answerSubmission(deps, interaction) : null
      // What Posthorn does not know, such as a link button, is acknowledged: Slack would call it an error otherwise.
      if (interaction?.team && !wrong) {
        const teamId = interaction.team.id
        await receive(deps, { teamId, received: { kind: 'interaction', interaction }, eventId: request.id })
      }
      return wrong
        ? reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(wrong)
        : reply.type('text/plain; charset=utf-8').serializer(String).send('')
    },
  })
}

/** Reads a body as Slack signed it: a body that is parsed first may have other bytes. */
async function readSigned(deps: SlackDeps, request: FastifyRequest): Promise<Buffer> {
  const raw = await buffer(openBody(request, { maxBytes, isShort: true }))
  requireSigned(deps, raw, request.raw.headers)
  return raw
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
