import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { AgentAnswerer } from './answer-agent.ts'
import type { McpDeps } from './deps.ts'
import { requireOwnAddress } from './require-own-address.ts'

/**
 * Adds the endpoint of agents: the Model Context Protocol over HTTP. Each request stands for itself, so any node
 * answers it. There is no session to resume or to end, and the edge answers GET and DELETE with 405, as the protocol asks.
 */
export function mcpRoutes(app: Edge, deps: McpDeps): void {
  let opening: Promise<AgentAnswerer> | null = null
  app.addHook('onClose', async () => (await opening)?.close())
  route(app, {
    post: '/mcp',
    hidden: true,
    access: { credential: 'key-or-identity', scope: null },
    anyAccept: true,
    // The protocol describes its own messages.
    body: z.unknown(),
    does: async (request, reply) => {
      requireOwnAddress(deps.config, request.headers)
      // Loaded by the first agent: most processes have none.
      opening ??= import('./answer-agent.ts').then(({ createAgentAnswerer }) => createAgentAnswerer(deps))
      const answerer = await opening
      const answer = await answerer.answer(asWebRequest(deps, request, reply), request.body, callerOf(request))
      reply.code(answer.status).headers(Object.fromEntries(answer.headers))
      return answer.body ? reply.send(Readable.fromWeb(answer.body as ReadableStream)) : reply.send()
    },
  })
}

/** Ends with the connection, so that nothing is done for an agent that has gone. */
function asWebRequest({ config }: McpDeps, { raw }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) if (typeof value === 'string') headers.set(name, value)
  return new Request(`${config.publicUrl}/mcp`, { method: 'POST', headers, signal: gone.signal })
}
