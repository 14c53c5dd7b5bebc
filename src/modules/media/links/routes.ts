import { sendFile } from '#infra/http/answer/send-file.ts'
import { route } from '#infra/http/route.ts'
import { fileAnswers } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from '../deps.ts'
import { linkPath } from '../schema.ts'
import { openLink } from './open-link.ts'

/** Registers the route where networks and pages fetch files. They have no credential but the URL. */
export function addProxyRoutes(app: Edge, deps: MediaDeps): void {
  route(app, {
    get: '/v1/media/proxy/:token',
    id: 'getMediaFile',
    tag: 'Media',
    summary: 'Download a file',
    description:
      'The `url` of a file. It needs no credential and expires within 24 hours. A `Range` header requests part of ' +
      'the file.',
    access: 'anyone',
    refuses: [
      'media_link_invalid',
      'precondition_failed',
      'range_not_satisfiable',
      'storage_unavailable',
      'media_busy',
    ],
    rateLimited: 'when refused',
    anyAccept: true,
    params: linkPath,
    answers: fileAnswers,
    does: async (request, reply) =>
      sendFile(request, reply, await openLink(deps, request.params.token, request.signal)),
  })
}
