import { callerOf } from '#infra/http/access.ts'
import { clientGone } from '#infra/http/request/arrival.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { MediaDeps } from '../deps.ts'
import { fileRefusals, profileRefusals } from '../file-refusals.ts'
import { uploadResult } from '../schema.ts'
import { importMedia } from './import-media.ts'
import { importBody } from './schema.ts'

/** Registers the route that imports a file from a URL. */
export function addImportRoutes(app: Edge, deps: MediaDeps): void {
  route(app, {
    post: '/v1/media/import',
    id: 'importMedia',
    right: 'write',
    tag: 'Media',
    summary: 'Import a file from a URL',
    description:
      'Downloads a file from a public URL within 30 seconds. Up to four downloads run at a time for each owner. ' +
      'Others wait for up to ten seconds and then fail with 503 `media_busy`. Repeating the call imports the file ' +
      'again.',
    access: 'media:write',
    refuses: ['media_unreachable', ...fileRefusals, ...profileRefusals],
    body: importBody,
    answers: uploadResult,
    does: (request, reply) => importMedia(deps, callerOf(request), request.body, clientGone(reply)),
  })
}
