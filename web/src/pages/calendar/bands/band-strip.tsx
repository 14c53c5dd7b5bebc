import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { bandLooks } from './band-look.ts'
import { describeBand, nameBand } from './band-words.ts'
import type { Band } from './bands.ts'
import { WayOn } from './way-on.tsx'

interface StripProps {
  readonly band: Band
  readonly day: Date
  readonly profileId: string
  /** False on a day that only carries on a band, which the days before have named. */
  readonly isNamed: boolean
}

/** A band across a day of the month. Its words are where it begins, and again in each row. */
export function BandStrip({ band, day, profileId, isNamed }: StripProps) {
  const messages = useMessages()
  const { icon, color } = bandLooks[band.cause]
  if (!isNamed) return <span aria-hidden="true" className={`band block h-6 ${color}`} />
  return (
    <WayOn
      band={band}
      profileId={profileId}
      label={`${nameBand(band, day, messages)}. ${describeBand(band, messages)} ${messages.calendar.bands.ways[band.cause]}`}
      className={`band flex h-6 min-w-0 items-center gap-1 px-1.5 font-medium text-xs -outline-offset-2 ${color}`}
    >
      <Icon name={icon} className="size-3.5" />
      <span className="truncate">{nameBand(band, day, messages)}</span>
    </WayOn>
  )
}
