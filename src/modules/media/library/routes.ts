import type { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { guardVersion } from '#infra/http/answer/guard.ts'
import { routesWith } from '#infra/http/route.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from '../deps.ts'
import { mediaFor } from '../media-for.ts'
import { changeMedia, getMedia, listMedia, removeMedia } from './actions.ts'
import { changeMediaBody, media, mediaPage, mediaPath, mediaQuery } from './schema.ts'

const route = routesWith({ tag: 'Media', access: 'media:write' })

export function addLibraryRoutes(app: Edge, deps: MediaDeps): void {
  const ifMatch = guardVersion(media, (tx, caller, { id }: z.output<typeof mediaPath>) =>
    mediaFor(tx, caller, id, 'read'),
  )
  route(app, {
    get: '/v1/media',
    id: 'listMedia',
    summary: 'List media, newest first',
    description: 'Lists your own files and the files of profiles that you are a member of.',
    refuses: ['cursor_invalid', 'profile_forbidden', 'profile_role_required', 'profile_not_found'],
    largeAnswer: true,
    query: mediaQuery,
    answers: mediaPage,
    does: async (request) => {
      const { items, ...rest } = await listMedia(deps, callerOf(request), request.query)
      return { media: [...items], ...rest }
    },
  })
  route(app, {
    get: '/v1/media/:id',
    id: 'getMedia',
    right: 'read',
    summary: 'Get a file',
    description: 'The `ETag` header is the version of the file. Send it as `If-Match` when you change the file.',
    refuses: ['media_forbidden', 'media_not_found'],
    params: mediaPath,
    answers: media,
    does: (request) => getMedia(deps, callerOf(request), request.params.id),
  })
  route(app, {
    patch: '/v1/media/:id',
    id: 'updateMedia',
    right: 'write',
    summary: 'Change the alt text and tags of a file',
    description: 'With `If-Match`, the change is rejected if the file’s version has changed.',
    refuses: ['media_forbidden', 'media_not_found'],
    params: mediaPath,
    body: changeMediaBody,
    ifMatch,
    answers: media,
    does: (request) => changeMedia(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    delete: '/v1/media/:id',
    id: 'deleteMedia',
    right: 'write',
    summary: 'Delete a file',
    description:
      'Deletes the file permanently. A file that a post uses cannot be deleted. All of the file’s URLs stop working.',
    refuses: ['media_forbidden', 'media_not_found', 'media_in_use'],
    params: mediaPath,
    ifMatch,
    answers: emptyAnswer,
    does: async (request, reply) => {
      await removeMedia(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  })
}
