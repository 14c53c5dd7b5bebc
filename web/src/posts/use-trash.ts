import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import type { BriefPost } from './post-time.ts'
import { refreshPosts } from './refresh-posts.ts'

/** Moves posts to the trash, and offers to restore them. */
export function useTrash() {
  const { posts: messages, shell } = useMessages()
  const restore = async (ids: readonly string[]) => {
    try {
      await Promise.all(ids.map((id) => api.restorePost({ id })))
    } catch (error) {
      if (error instanceof Error) tellFailure(messages.notRestored, error)
    }
    await refreshPosts(ids)
  }
  const moveToTrash = async (chosen: readonly BriefPost[]) => {
    const moved = await Promise.allSettled(chosen.map(({ id }) => api.deletePost({ id })))
    const ids = chosen.filter((_, nth) => moved[nth]?.status === 'fulfilled').map(({ id }) => id)
    const failure = moved.find((one) => one.status === 'rejected')
    await refreshPosts(chosen.map(({ id }) => id))
    if (failure?.reason instanceof Error) return tellFailure(messages.notTrashed, failure.reason)
    const wasPublished = chosen.some(({ publishedAt }) => publishedAt !== null)
    tell({
      title: messages.trashed(ids.length),
      detail: wasPublished ? messages.staysOnNetworks : undefined,
      undo: { label: shell.undo, run: () => void restore(ids) },
    })
  }
  return { moveToTrash, restore }
}
