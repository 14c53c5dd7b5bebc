import { callerOf } from '#infra/http/access.ts'
import type { Edge } from '#infra/http/server.ts'
import { expandPost } from '../actions/expand-post.ts'
import { reportStuck } from '../actions/report-stuck.ts'
import { retryPost } from '../actions/retry-post.ts'
import { refusePlatformRemoval } from '../actions/trash.ts'
import type { PostDeps } from '../deps.ts'
import { guardPost } from '../guard-post.ts'
import { maxAuditEntries, readPostAudit, readWalks } from '../reading/actions.ts'
import { publishRefusals, reachRefusals, route, writeRefusals } from '../route-rules.ts'
import { auditLine, reported } from '../schema/answers.ts'
import { expandedPost, post } from '../schema/post.ts'
import { expandBody, platformPath, postPath, resolveBody, retryBody, targetPath } from '../schema/requests.ts'
import { walk } from '../schema/walks.ts'

const retryRefusals = [...writeRefusals, 'nothing_to_retry', 'outcome_unknown', 'post_in_trash'] as const

/** Adds the routes that act on the outcome of a post. */
export function addOutcomeRoutes(app: Edge, deps: PostDeps): void {
  const ifMatch = guardPost(deps)
  route(app, {
    post: '/v1/posts/:id/retry',
    id: 'retryPost',
    right: 'publish',
    summary: 'Retry failed targets',
    description:
      'Sends failed targets again. A target waiting for its next attempt is retried immediately. For an unknown ' +
      'target, check the network first, and send `resolve` to state whether the post is there.',
    access: 'posts:write',
    refuses: [...retryRefusals, 'media_unreachable'],
    params: postPath,
    body: retryBody,
    ifMatch,
    answers: post,
    does: (request) => retryPost(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/posts/:id/targets/:targetId/resolve',
    id: 'resolvePostTarget',
    right: 'publish',
    summary: 'Resolve an unknown target',
    description:
      'Says whether the network has the post, after the outcome could not be determined: it is ' +
      'there, or it is to be sent again.',
    access: 'posts:write',
    refuses: [...retryRefusals, 'post_target_not_found', 'media_unreachable'],
    params: targetPath,
    body: resolveBody,
    ifMatch,
    answers: post,
    does: (request) => retryPost(deps, callerOf(request), request.params.id, request.body, request.params.targetId),
  })
  route(app, {
    post: '/v1/posts/:id/expand',
    id: 'expandPost',
    right: 'write',
    summary: 'Publish a post on more platforms',
    description: 'Platforms where the post is published or being published are skipped.',
    access: 'posts:write',
    refuses: [...writeRefusals, ...publishRefusals, 'post_in_trash', 'nothing_to_expand'],
    params: postPath,
    body: expandBody,
    ifMatch,
    answers: expandedPost,
    does: (request) => expandPost(deps, callerOf(request), request.params.id, request.body),
  })
  route(app, {
    post: '/v1/posts/:id/report-stuck',
    id: 'reportStuckPost',
    right: 'publish',
    summary: 'Report a stuck post',
    description: 'For a post that has been queued or publishing for over 5 minutes. Reporting it again has no effect.',
    access: 'posts:write',
    refuses: [...writeRefusals, 'post_not_stuck'],
    params: postPath,
    ifMatch,
    answers: reported,
    does: (request) => reportStuck(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/posts/:id/audit',
    id: 'listPostAudit',
    right: 'read',
    summary: 'List the audit entries of a post',
    description: `Newest first, at most ${maxAuditEntries.toLocaleString('en')}.`,
    access: 'posts:read',
    refuses: reachRefusals,
    largeAnswer: true,
    params: postPath,
    answers: auditLine.array(),
    does: (request) => readPostAudit(deps, callerOf(request), request.params.id),
  })
  route(app, {
    get: '/v1/posts/:id/publications',
    id: 'listPostPublications',
    right: 'read',
    summary: 'List the publications of a post',
    description:
      'For each enqueued target, at most one per account, returns what is sent to its network, the completed steps, and the calls made. The ' +
      'live stream sends `publication.step` when this changes.',
    access: 'posts:read',
    refuses: reachRefusals,
    largeAnswer: true,
    params: postPath,
    answers: walk.array(),
    does: (request) => readWalks(deps, callerOf(request), request.params.id),
  })
  route(app, {
    delete: '/v1/posts/:id/platforms/:platform',
    id: 'deletePostFromPlatform',
    summary: 'Delete a post from a platform (always rejected)',
    description:
      'Posthorn never deletes posts from networks. Delete the post there; `DELETE /v1/posts/{id}` moves it to the ' +
      'trash here.',
    access: 'posts:write',
    refuses: ['posts_stay_published'],
    params: platformPath,
    does: () => refusePlatformRemoval(),
  })
}
