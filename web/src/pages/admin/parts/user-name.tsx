import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'

/** A name rarely changes, and many rows show it. */
const freshMs = 300_000

/** Returns the name of a user; the id while it is not known, or of one who is gone; null for nobody. */
export function useUserName(uid: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['admin-user', uid],
    queryFn: () => api.getUser({ uid: uid ?? '' }),
    enabled: uid !== null,
    staleTime: freshMs,
  })
  return data?.uid === uid ? data.name : uid
}

/** The name of a user, and the way to what is known of them. */
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
