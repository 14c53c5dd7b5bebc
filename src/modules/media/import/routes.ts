import { callerOf } from '#infra/http/access.ts'
import { clientGone } from '#infra/http/request/arrival.ts'
import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from '../deps.ts'
import { fileRefusals, profileRefusals } from '../file-refusals.ts'
import { uploadResult } from '../schema.ts'
import { importMedia } from './import-media.ts'
import { importBody } from './schema.ts'

/** Registers the route that imports a file from a URL. */
export function addImportRoutes(app: Edge, deps: MediaDeps): void {
  app.post(
    '/v1/media/import',
    {
      config: {
        access: { credential: 'key-or-identity', scope: 'media:write' },
        refusals: ['media_unreachable', ...fileRefusals, ...profileRefusals],
      },
      schema: {
        operationId: 'importMedia',
        tags: ['Media'],
        summary: 'Import a file from a URL',
        description:
          'Downloads a file from a public URL within 30 seconds. Up to four downloads run at a time for ' +
          'each owner. Others wait for up to ten seconds and then fail with 503 `media_busy`. Repeating the ' +
          'call imports the file again.',
        body: importBody,
        response: { 200: uploadResult },
      },
    },
    (request, reply) => importMedia(deps, callerOf(request), request.body, clientGone(reply)),
  )
}
