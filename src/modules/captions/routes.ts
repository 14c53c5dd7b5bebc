import { callerOf } from '#infra/http/access.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import type { CaptionDeps } from './deps.ts'
import { optimizeCaptions } from './optimize-captions.ts'
import { captions, captionsBody } from './schema.ts'

export function captionRoutes(app: Edge, deps: CaptionDeps): void {
  route(app, {
    post: '/v1/posts/optimize-captions',
    id: 'optimizeCaptions',
    tag: 'Posts',
    summary: 'Write a caption for each platform',
    description:
      'Turns a title and a description into a caption for each platform, within its limits. Every number, name, link ' +
      'and hashtag in a caption comes from the request. Captions are written by rules, or by an AI provider if the ' +
      'operator has configured one. Each call counts once toward your plan’s monthly quota, unless the provider ' +
      'failed.',
    access: 'posts:write',
    refuses: ['plan_required', 'ai_quota_exhausted'],
    body: captionsBody,
    answers: captions,
    does: (request) => optimizeCaptions(deps, callerOf(request), request.body, request.signal),
  })
}
