import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { openBody } from '#infra/http/request/arrival.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'
import type { SlackDeps } from '../deps.ts'
import { answerSubmission } from '../handle/read-form.ts'
import { acknowledged, challengeAnswer, formBytes, jsonBytes, submissionAnswer } from '../schema.ts'
import { receive } from './actions/receive.ts'
import { envelope, readCommand, readEvent, readInteraction } from './readings.ts'
import { requireSigned } from './signature.ts'

const tags = ['Chats']
/** Slack proves itself by its signature. It calls often, and from few addresses. */
const config = {
  access: { credential: 'none' },
  anyAccept: true,
  rateLimited: 'when refused',
  body: 'raw',
  refusals: ['webhook_signature_invalid', 'malformed_request'],
} as const

const maxBytes = 1024 * 1024

const enterprise = 'Posthorn works in single workspaces. An installation for a whole organization is not supported.'

/** Adds the routes that Slack calls. Each answers at once; a job does the work. */
export function addInboundRoutes(app: Edge, deps: SlackDeps): void {
  app.post(
    '/v1/agent/chat-b/events',
    {
      config,
      schema: {
        operationId: 'receiveSlackEvents',
        tags,
        summary: 'Receive Slack events',
        description:
          'The request URL of the Events API. Answers `url_verification` with its challenge. The body must carry a signature ' +
          'of Slack that is at most five minutes old. An event that comes again changes nothing.',
        body: jsonBytes,
        response: { 200: challengeAnswer },
      },
    },
    async (request, reply) => {
      const envelopeBody = envelope.safeParse(parse(await readSigned(deps, request))).data
      if (!envelopeBody) return refuse('malformed_request', { detail: 'The body is not an event of Slack.' })
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
  )
  app.post(
    '/v1/agent/chat-b/commands',
    {
      config,
      schema: {
        operationId: 'receiveSlackCommand',
        tags,
        summary: 'Receive a Slack slash command',
        description: 'The request URL of `/posthorn`. Signed like events. The result follows in Slack.',
        body: formBytes,
        response: { 200: acknowledged },
      },
    },
    async (request, reply) => {
      const form = new URLSearchParams((await readSigned(deps, request)).toString('utf8'))
      reply.type('text/plain; charset=utf-8').serializer(String)
      // Slack's probe of the certificate. Nothing else in it is read.
      if (form.get('ssl_check') === '1') return reply.send('')
      const command = readCommand(form)
      if (!command) return refuse('malformed_request', { detail: 'The body is not a command of Slack.' })
      if (command.is_enterprise_install === 'true') return reply.send(enterprise)
      await receive(deps, { teamId: command.team_id, received: { kind: 'command', command }, eventId: request.id })
      return reply.send('')
    },
  )
  app.post(
    '/v1/agent/chat-b/interactions',
    {
      config,
      schema: {
        operationId: 'receiveSlackInteraction',
        tags,
        summary: 'Receive a Slack interaction',
        description:
          'The request URL of buttons, shortcuts and modals. Signed like events. A modal with errors is answered with ' +
          'them; everything else follows in Slack.',
        body: formBytes,
        response: { 200: submissionAnswer },
      },
    },
    async (request, reply) => {
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
  )
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
