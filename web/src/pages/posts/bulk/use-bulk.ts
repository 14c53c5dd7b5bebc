import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { explain } from '#web/ui/problem/explain.ts'
import { tell } from '#web/ui/toast.tsx'

type Change = 'restore' | 'duplicate' | 'retry' | 'shift'

/** Makes one change of one post. Each stands alone: a refusal of one leaves the others as they are. */
const changeOne = (change: Change, { id, status, scheduledAt }: Post, byMs: number): Promise<unknown> => {
  switch (change) {
    case 'restore':
      return api.restorePost({ id })
    case 'duplicate':
      return api.duplicatePost({ id })
    case 'retry':
      return api.retryPost({ id })
    case 'shift': {
      const at = new Date(Date.parse(scheduledAt ?? '') + byMs).toISOString()
      return api.updatePost({ id, scheduledAt: at, ...(status === 'draft' && { saveAsDraft: true }) })
    }
  }
}

/** The number of requests under way at once: enough to be quick, and few enough to leave room for others. */
const atOnce = 5

/** Changes many posts, and says how many were changed and why others were not. */
export function useBulk(onDone: () => void) {
  const messages = useMessages()
  const { bulk } = messages
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (change: Change, posts: readonly Post[], byMs = 0) => {
    setBusy(true)
    const outcomes: PromiseSettledResult<unknown>[] = []
    for (let from = 0; from < posts.length; from += atOnce) {
      const part = posts.slice(from, from + atOnce)
      outcomes.push(...(await Promise.allSettled(part.map((post) => changeOne(change, post, byMs)))))
    }
    if (change === 'duplicate') await queries.invalidateQueries({ queryKey: ['posts'] })
    else await refreshPosts(posts.map(({ id }) => id))
    setBusy(false)
    onDone()
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    const reason: unknown = refused[0]?.reason
    tell({
      title: bulk.done[change](outcomes.length - refused.length),
      detail:
        reason instanceof Error ? `${bulk.notDone(refused.length)}: ${explain(reason, messages).text}` : undefined,
    })
  }
  return { isBusy, run }
}
