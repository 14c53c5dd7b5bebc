import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#infra/config/config.ts'
import { callerOf } from '#infra/http/access.ts'
import { requireOwnHost } from '#infra/http/request/own-host.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'
import type { AgentAnswerer } from './answer-agent.ts'
import type { McpDeps } from './deps.ts'
import { selectionQuery, selectTools } from './select-tools.ts'

/**
 * Adds the endpoint of agents: the Model Context Protocol over HTTP. Requests are independent, so any node can handle
 * them. Without a session to resume or to end, the edge responds to GET and DELETE with 405, as the protocol requires.
 */
export function mcpRoutes(app: Edge, deps: McpDeps): void {
  let opening: Promise<AgentAnswerer> | null = null
  app.addHook('onClose', async () => (await opening)?.close())
  route(app, {
    post: '/mcp',
    hidden: true,
    access: { credential: 'key-or-identity', scope: null },
    anyAccept: true,
    query: selectionQuery,
    // The protocol describes its own messages.
    body: z.unknown(),
    does: async (request, reply) => {
      requireOwnAddress(deps.config, request.headers)
      const selection = selectTools(request.query, request.headers)
      // Loaded for the first agent, because most processes never serve one.
      opening ??= import('./answer-agent.ts').then(({ createAgentAnswerer }) => createAgentAnswerer(deps))
      const answerer = await opening
      const answer = await answerer.answer(asWebRequest(deps, request, reply), request.body, {
        caller: callerOf(request),
        selection,
      })
      reply.code(answer.status).headers(Object.fromEntries(answer.headers))
      return answer.body ? reply.send(Readable.fromWeb(answer.body as ReadableStream)) : reply.send()
    },
  })
}

/** Ends with the connection, so that no work is done for a disconnected agent. */
function asWebRequest({ config }: McpDeps, { raw }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) if (typeof value === 'string') headers.set(name, value)
  return new Request(`${config.publicUrl}/mcp`, { method: 'POST', headers, signal: gone.signal })
}

interface Addresses {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/**
 * Refuses a request that a browser was tricked into sending. A page may make its own name resolve to this machine (DNS
 * rebinding); then `Host` has that name, and `Origin` is the page's. Programs send no `Origin`.
 */
function requireOwnAddress(config: Pick<Config, 'publicUrl' | 'corsOrigins'>, { host, origin }: Addresses): void {
  if (origin !== undefined && !isOwnOrigin(config, origin)) {
    refuse('address_forbidden', {
      detail: 'Pages on this origin can’t use /mcp. A server administrator can name the origin in CORS_ORIGINS.',
    })
  }
  requireOwnHost(config.publicUrl, { host })
}

function isOwnOrigin({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>, origin: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false
  return url.origin === new URL(publicUrl).origin || corsOrigins.includes(url.origin) || isLocal(url.hostname)
}

const isLocal = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
