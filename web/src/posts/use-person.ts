import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/session.ts'

export interface KnownPerson {
  readonly uid: string
  readonly name: string
  readonly avatarUrl?: string | null
}

/** Looks up a person of the brand. Undefined for someone who has left, or while the people are loading. */
export function usePerson(profileId: string): (uid: string | null) => KnownPerson | undefined {
  const members = useQuery(membersQuery(profileId)).data
  const session = useSession()
  const user = session.state === 'in' || session.state === 'ended' ? session.signedIn.user : null
  return (uid) => members?.find((one) => one.uid === uid) ?? (user?.uid === uid ? user : undefined)
}
