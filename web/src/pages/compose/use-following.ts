import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { postQuery } from '#web/app/queries.ts'
import type { DraftRoom } from '#web/compose/saving/draft-room.ts'

/** Live events tell that somebody else writes in a draft. The page also looks by itself, in case they do not come. */
const lookEveryMs = 30_000

/** Notices when the post is changed elsewhere. */
export function useFollowing(room: DraftRoom, postId: string | null): void {
  const post = useQuery({ ...postQuery(postId ?? ''), enabled: postId !== null, refetchInterval: lookEveryMs })
  const updatedAt = post.data?.id === postId ? post.data?.updatedAt : undefined
  useEffect(() => {
    if (updatedAt) void room.notice(updatedAt)
  }, [room, updatedAt])
}
