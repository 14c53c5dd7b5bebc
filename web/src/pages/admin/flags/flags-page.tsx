import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { FlagCard } from './flag-card.tsx'
import { useFlags } from './use-flags.ts'

/** Turns parts of the service on and off, for everyone or for some. */
export function AdminFlagsPage() {
  const mayAct = useIsAdmin()
  const read = useFlags()
  return (
    <AdminFrame tab="flags">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <Loading />}
      {read.data?.map((flag) => (
        <FlagCard key={flag.key} flag={flag} mayAct={mayAct} />
      ))}
    </AdminFrame>
  )
}
