import { createClient } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api, fetchSignedIn } from '#web/app/api.ts'
import { isSignedIn, readToken } from '#web/app/session.ts'
import { isFinal } from '../saving/save-state.ts'

const everyMs = 20_000

/**
 * Says to the others that somebody writes here, and learns who else does. It is said again while the page is visible, and
 * at once when it becomes so. Live events keep the answer up to date.
 */
export const presenceQuery = (postId: string) =>
  queryOptions({
    queryKey: ['presence', postId],
    queryFn: ({ signal }) => api.setPostPresence({ id: postId }, { signal }),
    staleTime: 0,
    // Who was here some minutes ago tells nothing.
    gcTime: 0,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : everyMs),
  })

/** `keepalive`: the page may be gone before the answer. */
const parting = createClient({
  url: location.origin,
  token: readToken,
  retry: { attempts: 1 },
  fetch: (input, init) => fetchSignedIn(input, { ...init, keepalive: true }),
})

/** Says that nobody writes here any more. If it is lost, the service finds out by itself. */
export async function leavePost(postId: string): Promise<void> {
  if (isSignedIn()) await parting.deletePostPresence({ id: postId }).catch(() => {})
}
