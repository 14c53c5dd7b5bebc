import { sendFile } from '#infra/http/answer/send-file.ts'
import { route } from '#infra/http/route.ts'
import { fileAnswers } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { openFace } from './actions.ts'
import type { FaceRouteDeps } from './deps.ts'
import { facePath } from './schema.ts'

/** Registers the route where pages load the images of accounts, people and brands. */
export function faceRoutes(app: Edge, deps: FaceRouteDeps): void {
  route(app, {
    get: '/v1/faces/:id',
    id: 'getFace',
    tag: 'Media',
    summary: 'Download an avatar',
    description:
      'The `avatarUrl` of an account, a person or a brand: a small WebP. It needs no credential. The same URL always ' +
      'returns the same image, until it is replaced or deleted.',
    access: 'anyone',
    refuses: ['media_link_invalid', 'precondition_failed', 'range_not_satisfiable'],
    rateLimited: 'when refused',
    anyAccept: true,
    params: facePath,
    answers: fileAnswers,
    does: async (request, reply) => sendFile(request, reply, await openFace(deps, request.params.id)),
  })
}
