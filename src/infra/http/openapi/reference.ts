import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '#kernel/errors.ts'
import type { Edge } from '../server.ts'

/**
 * The content security policy of the reference page: its own scripts and styles, inline as its renderer makes them, and
 * nothing from other origins.
 */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

/**
 * Adds `/openapi.json` and the reference page. The page is a separate Fastify application, started at its first
 * request: its renderer takes 40 MB that a service without readers should not pay.
 */
export async function addReference(
  app: Edge,
  refusals: Readonly<Record<string, { status: number; title: string }>>,
): Promise<void> {
  app.get('/openapi.json', {
    config: { access: { credential: 'none' } },
    schema: {
      operationId: 'openapi',
      tags: ['System'],
      summary: 'This description of the API',
      response: { 200: z.looseObject({ openapi: z.string() }) },
    },
    handler: async () => app.swagger() as { openapi: string },
  })

  app.get('/docs/errors', {
    config: { access: { credential: 'none' }, anyAccept: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsPage(refusals)),
  })

  // Browsers request it with every page. There is none, and that is no fault.
  app.get('/favicon.ico', {
    config: { access: { credential: 'none' }, anyAccept: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.code(204).header('cache-control', 'max-age=86400').send(),
  })

  let page: Promise<FastifyInstance> | null = null
  app.get('/docs', {
    config: { access: { credential: 'none' }, anyAccept: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.redirect('/docs/', 308),
  })
  app.get('/docs/*', {
    config: { access: { credential: 'none' }, anyAccept: true },
    schema: { hide: true, querystring: z.looseObject({}) },
    handler: async (request, reply) => {
      page ??= startPage()
      const answer = await (await page).inject({ method: 'GET', url: request.url })
      if (answer.statusCode === 404) refuse('route_not_found')
      reply.code(answer.statusCode).header('content-security-policy', pagePolicy).header('cache-control', 'no-cache')
      return reply.type(String(answer.headers['content-type'] ?? 'text/plain')).send(answer.rawPayload)
    },
  })
  app.addHook('onClose', async () => {
    if (page) await (await page).close()
  })
}

async function startPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      defaultOpenAllTags: true,
      // No links to third-party services.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    } as never,
  })
  await page.ready()
  return page
}

function errorsPage(refusals: Readonly<Record<string, { status: number; title: string }>>): string {
  const rows = Object.entries(refusals).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title.replace(/`([^`]+)`/g, '<code>$1</code>')}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Posthorn: errors</title><h1>Errors</h1><table><tr><th>code</th><th>status</th><th>meaning</th></tr>${rows.join('')}</table></html>`
}
