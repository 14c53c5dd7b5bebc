import type { Result } from '@posthorn/sdk'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { queryClient } from '../queries.ts'

/** An event of the service as every tab receives it. */
export interface LiveEvent {
  readonly kind: string
  readonly data: {
    readonly postId?: string
    readonly profileId?: string
    readonly webhookId?: string
    readonly people?: Result<'setPostPresence'>['people']
  }
}

/** The queries that an event makes stale, by the first parts of their keys. */
const staleAfter: Readonly<Record<string, (data: LiveEvent['data']) => readonly string[]>> = {
  'post.changed': ({ postId }) => ['stats', postId ? `post/${postId}` : 'posts'],
  'post.edited': ({ postId }) => ['stats', `post/${postId}`],
  'publication.step': ({ postId, profileId }) => [`post/${postId}`, `posts/${profileId}/queue`],
  'account.changed': () => ['accounts', 'posts'],
  'media.changed': () => ['media'],
  'delivery.changed': ({ webhookId }) => [`deliveries/${webhookId}`, 'webhooks'],
  'analytics.synced': () => ['analytics'],
  'alert.changed': () => ['alerts'],
  'test.progress': () => ['self-tests'],
  // Steps, edits, deliveries, files and presence are not told again after an interruption.
  'stream.reopened': () => ['post', 'posts', 'stats', 'deliveries', 'webhooks', 'media', 'presence'],
}
const stale = new Set<string>()
/** The posts that an event says to have changed. They are put into the lists, which are not read again for them. */
const changedPosts = new Set<string>()

/** Collects events for a frame, so that a burst of them makes one round of reads. */
export function apply({ kind, data }: LiveEvent): void {
  for (const key of staleAfter[kind]?.(data) ?? []) stale.add(key)
  if ((kind === 'post.changed' || kind === 'post.edited') && data.postId) changedPosts.add(data.postId)
  // The frame is the whole answer. A post that is not open here has no query, and gets none.
  if (kind === 'presence') queryClient.setQueryData(['presence', data.postId], (known) => known && data)
  if (stale.size > 0) requestAnimationFrame(refresh)
}

/** Makes everything stale: the service has more to tell than the stream repeats. */
export const applyAll = (): Promise<void> => queryClient.invalidateQueries()

function refresh(): void {
  for (const key of stale) void queryClient.invalidateQueries({ queryKey: key.split('/') })
  stale.clear()
  if (changedPosts.size > 0) void refreshPosts([...changedPosts])
  changedPosts.clear()
}
