import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'

/** A name changes seldom, and stands in many rows. */
const freshMs = 300_000

/** The name of a user, and the way to what is known of them. For one who is gone, the id. */
export function UserName({ uid }: { readonly uid: string }) {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { data } = useQuery({
    queryKey: ['admin-user', uid],
    queryFn: () => api.getUser({ uid }),
    staleTime: freshMs,
  })
  if (data?.uid !== uid) return <code className="break-all font-mono text-xs">{uid}</code>
  return (
    <Link
      to="/p/$profileId/admin/users"
      params={{ profileId }}
      search={{ user: uid }}
      className="underline-offset-4 hover:underline"
    >
      <bdi>{data.name}</bdi>
    </Link>
  )
}
