import { text as wholeText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { sayRefusal } from '#infra/http/answer/problem.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { jsonWanted } from '#infra/http/request/bodies.ts'
import { toClientKey } from '#infra/http/request/sender.ts'
import { invalid } from '#infra/http/request/validation.ts'
import { routesWith } from '#infra/http/route.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { seconds } from '#kernel/clock.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { findLinkCards } from '#modules/link-cards/index.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import type { SharingDeps } from './deps.ts'
import { renderNotice, renderPost } from './page/page.ts'
import { drawPicture } from './page/picture.ts'
import { cardLinksOf } from './page/print-preview.ts'
import { pageWords } from './page/words.ts'
import { addComment, countView, readPreview, requireLink } from './public-actions.ts'
import * as schema from './schema.ts'
import { buildShareUrl } from './token.ts'

const route = routesWith({ tag: 'Sharing', access: 'anyone', anyAccept: true })
const maxFormBytes = 32 * 1024
/** The time that a visitor waits for the pages that a post links to. */
const cardsMs = seconds(1.5)

/** Adds the routes for visitors, who have a link and no account. */
export function addPublicRoutes(app: Edge, deps: SharingDeps): void {
  route(app, {
    get: '/v1/share/p/:token',
    id: 'getPostPreview',
    summary: 'Get a shared post',
    description:
      'Returns JSON, or an HTML page if the client sends `Accept: text/html`. The page shows the post as each ' +
      'network will show it, and works without scripts.',
    refuses: ['share_link_not_found'],
    params: schema.tokenPath,
    query: schema.anyQuery,
    answers: { 200: schema.previewOrPage, 404: schema.goneOrPage },
    does: async (request, reply) => {
      reply
        .header('x-robots-tag', 'noindex, nofollow')
        .header('referrer-policy', 'no-referrer')
        .header('vary', 'accept')
      if (!wantsPage(request)) {
        return visit(deps, request)
      }
      try {
        return await sendPage(deps, request, reply)
      } catch (error) {
        return sendNotice(deps, request, reply, error)
      }
    },
  })
  route(app, {
    get: '/v1/share/p/:token/picture.png',
    id: 'getPostPreviewPicture',
    summary: 'Download the preview image of a shared post without images',
    description: 'Chat apps show this image in their link preview.',
    refuses: ['share_link_not_found'],
    params: schema.tokenPath,
    query: schema.anyQuery,
    answers: bytes('A PNG file.', 'image/png'),
    does: async (request, reply) => {
      const { brandColor } = await requireLink(deps, request.params.token)
      return reply.type('image/png').serializer(asIs).send(drawPicture(brandColor))
    },
  })
  route(app, {
    post: '/v1/share/p/:token/comments',
    id: 'commentOnPost',
    summary: 'Comment on a shared post',
    description:
      'For visitors of a link that allows comments. Accepts JSON or a form submission from the page, which redirects ' +
      'back to the page.',
    refuses: [
      'share_link_not_found',
      'share_comments_off',
      'share_comments_full',
      'unsupported_media_type',
      'malformed_json',
    ],
    attemptsPerMinute: 10,
    bodyAs: 'raw',
    params: schema.tokenPath,
    body: {
      content: {
        'application/json': { schema: schema.commentBody },
        'application/x-www-form-urlencoded': { schema: schema.commentBody },
      },
    },
    answers: { 201: schema.commented, 303: schema.backToPage },
    does: async (request, reply) => {
      const { token } = request.params
      const type = request.raw.headers['content-type'] ?? ''
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
      if (!isForm && !/^application\/json\b/i.test(type)) refuse('unsupported_media_type', { detail: jsonWanted })
      if (!isForm) return reply.code(201).send(await addComment(deps, token, await readComment(request, parseJson)))
      try {
        await addComment(deps, token, await readComment(request, parseForm))
      } catch (error) {
        return sendNotice(deps, request, reply, error)
      }
      return reply.redirect(`/v1/share/p/${token}#comments`, 303)
    },
  })
}

const asIs = (value: unknown) => value as string

const wantsPage = ({ raw }: FastifyRequest): boolean => /\btext\/html\b/i.test(raw.headers.accept ?? '')

/** Reads the post of a link and counts the visitor. A HEAD request does not count as a visit. */
async function visit(deps: SharingDeps, request: FastifyRequest<{ Params: { token: string } }>) {
  const link = await requireLink(deps, request.params.token)
  const shared = await readPreview(deps, link)
  const visitor = { place: toClientKey(request.ip), userAgent: request.raw.headers['user-agent'] ?? '' }
  if (request.method === 'GET') await countView(deps, link, visitor)
  return shared
}

async function sendPage(
  deps: SharingDeps,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = buildShareUrl(deps.config, request.params.token)
  const shared = await visit(deps, request)
  const { html, policy } = renderPost(shared, {
    language: choosePageLanguage(request, reply),
    hasFont: deps.config.web,
    url,
    pictureUrl: `${url}/picture.png`,
    dialectOf: (network) => deps.connectors[network]?.limits.dialect ?? 'plain',
    pages: await findLinkCards(deps, cardLinksOf(shared.targets), cardsMs),
  })
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').serializer(asIs)
  return reply.send(html)
}

/** Sends a page to a browser where an API client gets a problem document. */
function sendNotice(
  { config }: SharingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (!(error instanceof Refusal)) throw error
  const language = choosePageLanguage(request, reply)
  const say = pageWords[language]
  const isGone = error.code === 'share_link_not_found'
  const notice = isGone ? say.gone : { title: say.notSaved, text: sayRefusal(error, language) }
  const { html, policy } = renderNotice({ ...notice, language, hasFont: config.web }, new URL(config.publicUrl).origin)
  reply.code(error.status).header('content-security-policy', policy).type('text/html; charset=utf-8').serializer(asIs)
  return reply.send(html)
}

async function readComment(request: FastifyRequest, parse: (body: string) => unknown): Promise<schema.NewComment> {
  const body = await wholeText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
  const read = schema.commentBody.safeParse(parse(body), { reportInput: true })
  if (read.success) return read.data
  throw invalid(read.error.issues.flatMap((issue) => faultsOf(issue, '')))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return refuse('malformed_json', { detail: 'The body isn’t valid JSON.' })
  }
}

/** Reads the form. A browser sends each line break as two characters, whatever was typed. */
function parseForm(body: string): unknown {
  const given = [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
  const { fineByMe, ...fields } = Object.fromEntries(given)
  return { ...fields, fineByMe: fineByMe === 'true' }
}
