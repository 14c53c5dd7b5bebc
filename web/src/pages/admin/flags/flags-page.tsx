import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { FlagCard } from './flag-card.tsx'
import { useFlags } from './use-flags.ts'

/** Turns parts of the service on and off, for everyone or for some. */
export function AdminFlagsPage() {
  const { shell } = useMessages()
  const mayAct = useIsAdmin()
  const read = useFlags()
  return (
    <AdminFrame tab="flags">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <p className="text-ink-3">{shell.loading}</p>}
      {read.data?.map((flag) => (
        <FlagCard key={flag.key} flag={flag} mayAct={mayAct} />
      ))}
    </AdminFrame>
  )
}
