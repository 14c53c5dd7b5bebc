import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nameZone } from '#web/lib/zones.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { api } from '../api.ts'
import { keepUtc } from '../kept-utc.ts'
import { rememberUser } from '../session.ts'

interface AsideProps {
  readonly uid: string
  /** The zone of the browser. */
  readonly zone: string
  readonly onDismiss: () => void
}

/** Offers the browser's time zone to a user in another one. */
export function ZoneAside({ uid, zone, onDismiss }: AsideProps) {
  const { zone: words } = useMessages()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
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
  const { title, lead, choose, keep } = words
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
              keepUtc(uid)
              onDismiss()
            }}
          >
            {keep}
          </Button>
        </div>
        {error && <ProblemBanner error={error} />}
      </div>
    </aside>
  )
}
