import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { nameZone } from '#web/lib/zones.ts'
import { Button } from '#web/ui/button.tsx'
import { LateProblemBanner } from '#web/ui/late/late-problem-banner.ts'
import { api } from '../api.ts'
import { findOtherZone, keepUtc } from '../kept-utc.ts'
import { rememberUser, useSession } from '../session.ts'

/**
 * Offers the browser's time zone to a user who may never have chosen one. Otherwise, recurring posts could be hours
 * off.
 */
export function ZoneNotice() {
  const { shell } = useFrameMessages()
  const queries = useQueryClient()
  const session = useSession()
  const [isDismissed, setDismissed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  // Not a mutation of the query library, of which the first script would need a part for this button alone.
  const use = async (timezone: string) => {
    setBusy(true)
    setError(null)
    try {
      const saved = await api.updateMe({ timezone })
      rememberUser(saved)
      queries.setQueryData(['me'], saved)
      await queries.invalidateQueries({ queryKey: ['recurring'] })
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const user = session.state === 'in' ? session.signedIn.user : null
  const zone = user && !isDismissed ? findOtherZone(user) : null
  if (!user || zone === null) return null
  const { title, lead, choose, keep } = shell.zone
  const name = nameZone(zone)
  return (
    <aside aria-label={title} className="border-line border-b bg-held/8">
      <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <p className="min-w-0 max-w-4xl flex-1 basis-64 text-ink-2">
          <strong className="font-medium text-ink">{title}.</strong> {lead(name)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => void use(zone)}>
            {choose(name)}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              keepUtc(user.uid)
              setDismissed(true)
            }}
          >
            {keep}
          </Button>
        </div>
        {error && <LateProblemBanner error={error} />}
      </div>
    </aside>
  )
}
