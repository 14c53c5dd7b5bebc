import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { expandPost } from '../actions/expand-post.ts'
import { reportStuck } from '../actions/report-stuck.ts'
import { retryPost } from '../actions/retry-post.ts'
import { refusePlatformRemoval } from '../actions/trash.ts'
import type { PostDeps } from '../deps.ts'
import { readPostAudit, readWalks } from '../reading/actions.ts'
import { publishRefusals, reachRefusals, reading, tags, writeRefusals, writing } from '../route-rules.ts'
import { auditLine, reported } from '../schema/answers.ts'
import { expandedPost, post } from '../schema/post.ts'
import { expandBody, platformPath, postPath, resolveBody, retryBody, targetPath } from '../schema/requests.ts'
import { walk } from '../schema/walks.ts'

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
        summary: 'Retry failed targets',
        description:
          'Sends failed targets again. A target that is waiting for its next try is retried immediately. ' +
          'For an unknown target, check the network first, and send `resolve` to state whether the post is ' +
          'there.',
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
      config: { access: writing, refusals: [...retryRefusals, 'post_target_not_found', 'media_unreachable'] },
      schema: {
        operationId: 'resolvePostTarget',
        tags,
        summary: 'Resolve an unknown target',
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
        summary: 'Publish a post on more platforms',
        description: 'Platforms where the post is published or being published are skipped.',
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
        summary: 'Report a stuck post',
        description:
          'For a post that has been queued or publishing for over 5 minutes. Reporting it again has no effect.',
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
        summary: 'List the audit entries of a post',
        description: 'Newest first.',
        params: postPath,
        response: { 200: auditLine.array() },
      },
    },
    (request) => readPostAudit(deps, callerOf(request), request.params.id),
  )
  app.get(
    '/v1/posts/:id/publications',
    {
      config: { largeAnswer: true, access: reading, refusals: reachRefusals },
      schema: {
        operationId: 'listPostPublications',
        tags,
        summary: 'List the publications of a post',
        description:
          'For each enqueued target, returns what is sent to its network, the completed steps, and the ' +
          'calls made. The live stream sends `publication.step` when this changes.',
        params: postPath,
        response: { 200: walk.array() },
      },
    },
    (request) => readWalks(deps, callerOf(request), request.params.id),
  )
  app.delete(
    '/v1/posts/:id/platforms/:platform',
    {
      config: { access: writing, refusals: ['posts_stay_published'] },
      schema: {
        operationId: 'deletePostFromPlatform',
        tags,
        summary: 'Delete a post from a platform (always rejected)',
        description:
          'Posthorn never deletes posts from networks. Delete the post there; `DELETE /v1/posts/{id}` moves it to the trash here.',
        params: platformPath,
      },
    },
    () => refusePlatformRemoval(),
  )
}
