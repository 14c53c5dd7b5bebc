import { useState } from 'react'

/**
 * Tells one post from another, so that each has a page of its own. A new post keeps its page when it is saved and gets an
 * id, and "New post" gives a blank one even from there.
 */
export function useRoomKey(postId: string | undefined) {
  const [seen, setSeen] = useState({ postId, round: 0 })
  const [made, setMade] = useState<{ readonly id: string; readonly round: number } | null>(null)
  if (seen.postId !== postId) setSeen({ postId, round: postId === undefined ? seen.round + 1 : seen.round })
  const isMadeHere = postId !== undefined && made?.id === postId
  return {
    key: postId === undefined ? `new-${seen.round}` : isMadeHere ? `new-${made.round}` : postId,
    /** Remembers that the page's new post has this id now. */
    noteMade: (id: string) => setMade({ id, round: seen.round }),
  }
}
