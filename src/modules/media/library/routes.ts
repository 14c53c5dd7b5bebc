import { callerOf } from '#infra/http/access.ts'
import { allowedVersions, requireVersion, tag } from '#infra/http/answer/conditional.ts'
import { emptyAnswer } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from '../deps.ts'
import { changeMedia, getMedia, listMedia, removeMedia } from './actions.ts'
import { changeMediaBody, media, mediaPage, mediaPath, mediaQuery } from './schema.ts'

const access = { credential: 'key-or-identity', scope: 'media:write' } as const
const tags = ['Media']

export function addLibraryRoutes(app: Edge, deps: MediaDeps): void {
  app.get(
    '/v1/media',
    {
      config: {
        largeAnswer: true,
        access,
        refusals: ['cursor_invalid', 'profile_forbidden', 'profile_role_required', 'profile_not_found'],
      },
      schema: {
        operationId: 'listMedia',
        tags,
        summary: 'List media, newest first',
        description: 'Lists your own files and the files of profiles that you are a member of.',
        querystring: mediaQuery,
        response: { 200: mediaPage },
      },
    },
    async (request) => {
      const { items, nextCursor } = await listMedia(deps, callerOf(request), request.query)
      return { media: [...items], nextCursor }
    },
  )
  app.get(
    '/v1/media/:id',
    {
      config: { access, refusals: ['media_forbidden', 'media_not_found'] },
      schema: {
        operationId: 'getMedia',
        tags,
        summary: 'Get a file',
        description: 'The `ETag` header is the version of the file. Send it as `If-Match` when you change the file.',
        params: mediaPath,
        response: { 200: media },
      },
    },
    async (request, reply) => {
      const found = await getMedia(deps, callerOf(request), request.params.id)
      tag(reply, found.version)
      return found
    },
  )
  app.patch(
    '/v1/media/:id',
    {
      config: { access, refusals: ['media_forbidden', 'media_not_found', 'precondition_failed'] },
      schema: {
        operationId: 'updateMedia',
        tags,
        summary: 'Change the alt text and tags of a file',
        description: 'With `If-Match`, the change is rejected if the file’s version has changed.',
        params: mediaPath,
        body: changeMediaBody,
        response: { 200: media },
      },
    },
    async (request, reply) => {
      const allowed = allowedVersions(request)
      const changed = await changeMedia(deps, callerOf(request), request.params.id, request.body, (version) =>
        requireVersion(allowed, version),
      )
      tag(reply, changed.version)
      return changed
    },
  )
  app.delete(
    '/v1/media/:id',
    {
      config: { access, refusals: ['media_forbidden', 'media_not_found', 'media_in_use'] },
      schema: {
        operationId: 'deleteMedia',
        tags,
        summary: 'Delete a file',
        description:
          'Deletes the file permanently. A file that a post uses cannot be deleted. All of the file’s URLs ' +
          'stop working.',
        params: mediaPath,
        response: { 200: emptyAnswer },
      },
    },
    async (request, reply) => {
      await removeMedia(deps, callerOf(request), request.params.id)
      return reply.send()
    },
  )
}
