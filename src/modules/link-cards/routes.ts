import { callerOf } from '#infra/http/access.ts'
import { sendFile } from '#infra/http/answer/send-file.ts'
import { routesWith } from '#infra/http/route.ts'
import { fileAnswers } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { openCardImage, readLinkCard } from './actions.ts'
import type { LinkCardDeps } from './deps.ts'
import * as schema from './schema.ts'

const route = routesWith({ tag: 'Posts' })

/** Adds the cards of links, for previews of posts. */
export function linkCardRoutes(app: Edge, deps: LinkCardDeps): void {
  route(app, {
    get: '/v1/link-card',
    id: 'getLinkCard',
    summary: 'Get the card of a link',
    description:
      'Reads the page’s title, description and image as networks do that show a card below a post. This installation ' +
      'loads the page, so its host does not see who asks. A page is read once an hour, and a user can have 30 pages ' +
      'read per minute. A page that cannot be read is not an error: `state` says so, and its link has no card.',
    access: 'posts:read',
    refuses: [],
    query: schema.cardQuery,
    answers: schema.linkCard,
    does: (request) => readLinkCard(deps, callerOf(request), request.query.url),
  })
  route(app, {
    get: '/v1/link-card/image',
    id: 'getLinkCardImage',
    summary: 'Download the image of a link’s card',
    description:
      'The `imageUrl` of a card. It needs no credential and expires within 24 hours. This installation loads it from ' +
      'the page’s host, which does not see who looks at it.',
    access: 'anyone',
    refuses: ['media_link_invalid', 'precondition_failed', 'range_not_satisfiable'],
    rateLimited: 'when refused',
    anyAccept: true,
    query: schema.imageQuery,
    answers: fileAnswers,
    does: async (request, reply) => sendFile(request, reply, await openCardImage(deps, request.query.token)),
  })
}
