import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nameZone } from '#web/lib/zones.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { api } from '../api.ts'
import { findOtherZone, keepUtc } from '../kept-utc.ts'
import { rememberUser, useSession } from '../session.ts'

/**
 * Offers the browser's time zone to a user who may never have chosen one. Otherwise, recurring posts could be hours
 * off.
 */
export function ZoneNotice() {
  const { shell } = useMessages()
  const queries = useQueryClient()
  const session = useSession()
  const [isDismissed, setDismissed] = useState(false)
  const use = useMutation({
    mutationFn: (timezone: string) => api.updateMe({ timezone }),
    onSuccess: async (saved) => {
      rememberUser(saved)
      queries.setQueryData(['me'], saved)
      await queries.invalidateQueries({ queryKey: ['recurring'] })
    },
  })
  const user = session.state === 'in' ? session.signedIn.user : null
  const zone = user && !isDismissed ? findOtherZone(user) : null
  if (!user || zone === null) return null
  const { title, lead, choose, keep } = shell.zone
  const name = nameZone(zone)
  return (
    <aside aria-label={title} className="border-line border-b bg-held/8">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6 lg:px-8">
        <p className="min-w-0 max-w-4xl flex-1 basis-64 text-ink-2">
          <strong className="font-medium text-ink">{title}.</strong> {lead(name)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={use.isPending} onClick={() => use.mutate(zone)}>
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
        {use.error && <ProblemBanner error={use.error} />}
      </div>
    </aside>
  )
}
