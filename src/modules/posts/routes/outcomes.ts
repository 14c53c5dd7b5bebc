import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { expandPost } from '../actions/expand-post.ts'
import { refusePlatformRemoval } from '../actions/refuse-platform-removal.ts'
import { reportStuck } from '../actions/report-stuck.ts'
import { retryPost } from '../actions/retry-post.ts'
import type { PostDeps } from '../deps.ts'
import { readPostAudit } from '../reading/actions/read-audit.ts'
import { auditLine, expandedPost, post, reported } from '../schema/answers.ts'
import { platformPath, postPath, targetPath } from '../schema/queries.ts'
import { expandBody, resolveBody, retryBody } from '../schema/wishes.ts'
import { publishRefusals, reachRefusals, reading, tags, writeRefusals, writing } from './rules.ts'

const retryRefusals = [...writeRefusals, 'nothing_to_retry', 'outcome_unknown', 'post_in_trash'] as const

/** Adds the routes that act on the outcome of a post. */
export function addOutcomeRoutes(app: Edge, deps: PostDeps): void {
  app.post(
    '/v1/posts/:id/retry',
    {
      config: { access: writing, refusals: [...retryRefusals, 'media_unreachable'] },
      schema: {
        operationId: 'retryPost',
        tags,
        summary: 'Send again what has failed',
        description:
          'What waits for its next try has it at once. Of what is unknown somebody must have looked at the network: ' +
          '`resolve` says whether it is there.',
        params: postPath,
        body: retryBody,
        response: { 200: post },
      },
    },
    (request) => retryPost(deps, callerOf(request), request.params.id, request.body),
  )
  app.post(
    '/v1/posts/:id/targets/:targetId/resolve',
    {
      config: { access: writing, refusals: ['post_target_not_found', ...retryRefusals, 'media_unreachable'] },
      schema: {
        operationId: 'resolvePostTarget',
        tags,
        summary: 'Say what became of a target that is unknown',
        params: targetPath,
        body: resolveBody,
        response: { 200: post },
      },
    },
    (request) => retryPost(deps, callerOf(request), request.params.id, request.body, request.params.targetId),
  )
  app.post(
    '/v1/posts/:id/expand',
    {
      config: {
        access: writing,
        refusals: [...writeRefusals, ...publishRefusals, 'post_in_trash', 'nothing_to_expand'],
      },
      schema: {
        operationId: 'expandPost',
        tags,
        summary: 'Publish a post on further platforms',
        description: 'Those that it has reached, or is on its way to, are left alone.',
        params: postPath,
        body: expandBody,
        response: { 200: expandedPost },
      },
    },
    (request) => expandPost(deps, callerOf(request), request.params.id, request.body),
  )
  app.post(
    '/v1/posts/:id/report-stuck',
    {
      config: { access: writing, refusals: [...writeRefusals, 'post_not_stuck'] },
      schema: {
        operationId: 'reportStuckPost',
        tags,
        summary: 'Report a post that does not get on',
        description: 'Of one that has been queued or publishing for over 5 minutes. A second report adds nothing.',
        params: postPath,
        response: { 200: reported },
      },
    },
    (request) => reportStuck(deps, callerOf(request), request.params.id),
  )
  app.get(
    '/v1/posts/:id/audit',
    {
      config: { largeAnswer: true, access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'listPostAudit',
        tags,
        summary: 'List what was done to a post',
        description: 'The last comes first.',
        params: postPath,
        response: { 200: auditLine.array() },
      },
    },
    (request) => readPostAudit(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/posts/:id/platforms/:platform',
    {
      config: { access: writing, refusals: ['posts_stay_published'] },
      schema: {
        operationId: 'deletePostFromPlatform',
        tags,
        summary: 'Refused: posts are never deleted from the networks',
        description: 'Delete it there. `DELETE /v1/posts/{id}` puts it into the trash here.',
        params: platformPath,
      },
    },
    () => refusePlatformRemoval(),
  )
}
