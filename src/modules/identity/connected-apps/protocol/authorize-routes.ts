import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { guidePolicy, pageOf } from '#infra/http/docs/page.ts'
import type { Edge } from '#infra/http/server.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { IdentityDeps } from '../../deps.ts'
import { type ReadRequest, readRequest } from '../consent/read-request.ts'
import { noPages } from '../require-pages.ts'

/**
 * Registers the URL that an app sends its user's browser to. A valid request is redirected to the web app, where the
 * user signs in and responds. An invalid one ends here with a page: anyone can register an app, so a redirect without a
 * user's click would let a stranger choose the destination.
 */
export function addAuthorizeRoutes(app: Edge, deps: IdentityDeps): void {
  app.get(
    '/oauth/authorize',
    {
      config: { access: { credential: 'none' }, anyAccept: true },
      schema: { hide: true, querystring: z.looseObject({}) },
    },
    async (request, reply) => {
      if (!deps.config.web) return sendNotice(reply, { kind: 'strange', detail: noPages })
      const query = new URL(request.url, deps.config.publicUrl).search.slice(1)
      const read = await readRequest(deps, query)
      if (read.kind !== 'sound') return sendNotice(reply, read)
      const page = new URL('/auth/authorize', deps.config.publicUrl)
      page.searchParams.set('request', Buffer.from(query).toString('base64url'))
      return reply.redirect(page.href, 302)
    },
  )
}

function sendNotice(reply: FastifyReply, read: Exclude<ReadRequest, { kind: 'sound' }>): FastifyReply {
  const title = 'This app cannot sign in'
  const reason = read.kind === 'strange' ? read.detail : `${read.client.name}: ${read.fault.message}`
  const back =
    read.kind === 'strange'
      ? ''
      : `<p><a href="${escapeHtml(read.returnTo)}" rel="noreferrer">Go back to ${escapeHtml(new URL(read.returnTo).host || 'the app')}</a></p>`
  const body = `<h1>${title}</h1><p>${escapeHtml(reason)}</p><p>Nothing was granted.</p>${back}`
  return reply
    .code(400)
    .header('content-security-policy', guidePolicy)
    .type('text/html; charset=utf-8')
    .serializer((page: unknown) => page as string)
    .send(pageOf({ title, nav: null, body }))
}
