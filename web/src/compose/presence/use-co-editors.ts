import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/app/session.ts'
import { leavePost, presenceQuery } from './presence-query.ts'

type Person = Result<'setPostPresence'>['people'][number]

/** Tells the others that this page has a saved post open, and returns the other people who have. */
export function useCoEditors(postId: string | null): readonly Person[] {
  const session = useSession()
  const uid = 'signedIn' in session ? session.signedIn.user.uid : null
  const { data, isError, refetch } = useQuery({ ...presenceQuery(postId ?? ''), enabled: postId !== null })
  const people = !isError && data?.postId === postId ? data.people : []
  // Another tab of the same user has left, or this one was silent for too long.
  const isForgotten = people.length > 0 && !people.some((person) => person.uid === uid)
  useEffect(() => {
    if (isForgotten && document.visibilityState === 'visible') void refetch()
  }, [isForgotten, refetch])
  useEffect(() => {
    if (postId === null) return
    const leave = () => void leavePost(postId)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [postId])
  return people.filter((person) => person.uid !== uid)
}
