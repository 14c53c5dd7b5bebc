import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { readAllParams } from '../../meta/params.ts'
import { requireSelf } from '../auth/callers.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { quotaReached } from '../wire/failures.ts'

/** The quotas of a profile over a rolling 24 hours. Deleted posts still count. */

type Kind = 'posts' | 'replies' | 'deletes'

const dayMs = 86_400_000

function usedOf({ world }: Platform, { posts, deletesMs }: Person, kind: Kind): number {
  const fromMs = world.clock.ms() - dayMs
  if (kind === 'deletes') return deletesMs.filter((atMs) => atMs > fromMs).length
  const isOfKind = kind === 'replies'
  let used = 0
  for (let at = posts.length - 1; at >= 0; at -= 1) {
    const post = posts[at]
    if (!post || post.atMs <= fromMs) break
    if (post.reposted === null && (post.draft.replyTo !== null) === isOfKind) used += 1
  }
  return used
}

const limitOf = ({ rules }: Platform, kind: Kind): number =>
  ({ posts: rules.postsPerDay, replies: rules.repliesPerDay, deletes: rules.deletesPerDay })[kind]

export function checkQuota(platform: Platform, person: Person, kind: Kind): void {
  if (platform.rules.quotas && usedOf(platform, person, kind) >= limitOf(platform, kind))
    quotaReached(`The limit of ${kind} is reached`)
}

export function quotaRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', `${version}/:user/threads_publishing_limit`, 'getPublishingLimit', withToken, (incoming) => {
      const person = requireSelf(platform, incoming, 'threads_content_publish')
      const used = (kind: Kind) => () => usedOf(platform, person, kind)
      const config = (quota_total: number) => () => ({ quota_total, quota_duration: dayMs / 1_000 })
      const shape: Shape = {
        quota_usage: used('posts'),
        config: config(limitOf(platform, 'posts')),
        reply_quota_usage: used('replies'),
        reply_config: config(limitOf(platform, 'replies')),
        delete_quota_usage: used('deletes'),
        delete_config: config(limitOf(platform, 'deletes')),
        location_search_quota_usage: () => 0,
        location_search_config: config(platform.rules.searchesPerDay),
      }
      const row = shown(shape, readAllParams(incoming).fields, ['quota_usage', 'config'], 'ThreadsPublishingLimit')
      return ok({ data: [row] })
    }),
  ]
}
