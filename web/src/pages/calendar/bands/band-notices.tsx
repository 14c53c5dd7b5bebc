import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { bandStyles } from './band-marks.tsx'
import { describeBand } from './band-words.ts'
import type { Band } from './bands.ts'
import { WayOn } from './way-on.tsx'

interface NoticesProps {
  readonly bands: readonly Band[]
  readonly profileId: string
  /** True above a grid that has no frame. */
  readonly isEdgeToEdge: boolean
}

/** Explains what blocks posts in the visible days, from when, and how to resolve it. */
export function BandNotices({ bands, profileId, isEdgeToEdge }: NoticesProps) {
  const messages = useMessages()
  const { calendar } = messages
  if (bands.length === 0) return null
  return (
    <ul
      aria-label={calendar.bands.title}
      className={`divide-y divide-line border-line bg-surface ${isEdgeToEdge ? 'border-t sm:px-2' : 'rounded-lg border'}`}
    >
      {bands.map((band) => (
        <li key={band.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <Icon name={bandStyles[band.cause].icon} className={`size-5 ${bandStyles[band.cause].color}`} />
          {band.account && <NetworkMark network={band.account.network} />}
          <p className="min-w-0 flex-1 basis-60">
            {band.account && (
              <span className="font-medium">
                {networks[band.account.network].name} · <bdi>
                  {band.account.displayName ?? band.account.handle}
                </bdi>{' '}
              </span>
            )}
            {describeBand(band, messages)}
          </p>
          <WayOn
            band={band}
            profileId={profileId}
            className="font-medium text-brand underline underline-offset-4 max-sm:py-2.5"
          >
            {calendar.bands.ways[band.cause]}
          </WayOn>
        </li>
      ))}
    </ul>
  )
}
