import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf } from '#infra/http/access.ts'
import type { Waiting } from '#infra/http/answer/prefer-wait.ts'
import { after } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import type { PostDeps } from './deps.ts'
import { postInPath } from './guard-post.ts'
import { readPost } from './reading/actions.ts'
import { findProgress } from './store/posts.ts'

const firstDelayMs = 100
const longestDelayMs = 1_000

/** Waits until a post is no longer being published. `shows` says whether the response is the post itself. */
export const waitForEnd =
  (deps: PostDeps, { shows }: { readonly shows: boolean }): Waiting =>
  async (request, began, { until, ms }) => {
    const named = postInPath(request.params) ?? fromWire('post', String(began.id))
    if (!named) return null
    const atLatest = after(deps.clock.now(), ms)
    for (let delayMs = firstDelayMs; !until.aborted; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
      const post = await findProgress(deps.db, named)
      const isDue = post?.status === 'scheduled' && post.scheduledAt !== null && post.scheduledAt <= atLatest
      if (!isDue && post?.status !== 'queued' && post?.status !== 'publishing') break
      await sleep(delayMs, null, { signal: until }).catch(() => {})
    }
    return shows ? readPost(deps, callerOf(request), named) : null
  }
