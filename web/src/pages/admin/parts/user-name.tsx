import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'

/** Cached, because names rarely change and many rows show the same one. */
const freshMs = 300_000

/**
 * Returns the name and the face of a user. The name is the ID while it is loading or if the user was deleted; null if
 * there is no user.
 */
export function useUser(uid: string | null): { readonly name: string | null; readonly avatarUrl: string | null } {
  const { data } = useQuery({
    queryKey: ['admin-user', uid],
    queryFn: () => api.getUser({ uid: uid ?? '' }),
    enabled: uid !== null,
    staleTime: freshMs,
  })
  return data?.uid === uid ? data : { name: uid, avatarUrl: null }
}

export const useUserName = (uid: string | null): string | null => useUser(uid).name

/** The name of a user, with a link to their details. */
export function UserName({ uid }: { readonly uid: string }) {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const name = useUserName(uid)
  return (
    <Link
      to="/p/$profileId/admin/users"
      params={{ profileId }}
      search={{ user: uid }}
      className="break-words underline-offset-4 hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
