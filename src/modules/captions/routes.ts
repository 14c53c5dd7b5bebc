import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { optimizeCaptions } from './actions/optimize-captions.ts'
import type { CaptionDeps } from './deps.ts'
import { captions, captionsBody } from './schema.ts'

export function captionRoutes(app: Edge, deps: CaptionDeps): void {
  app.post(
    '/v1/posts/optimize-captions',
    {
      config: {
        access: { credential: 'key-or-identity', scope: 'posts:write' },
        refusals: ['plan_required', 'ai_quota_exhausted'],
      },
      schema: {
        operationId: 'optimizeCaptions',
        tags: ['Posts'],
        summary: 'Write a caption for each platform',
        description:
          'Turns a title and a description into a caption for each platform, within its limits. Every number, name, link ' +
          'and hashtag of a caption is in the request. Rules write the captions, or an AI provider where the operator ' +
          'has set one. Each call counts once toward the monthly quota of your plan, unless the provider failed.',
        body: captionsBody,
        response: { 200: captions },
      },
    },
    (request) => optimizeCaptions(deps, callerOf(request), request.body, request.signal),
  )
}
