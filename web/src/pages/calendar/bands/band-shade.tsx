import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { pixelsOf } from '../week/measures.ts'
import { bandLooks } from './band-look.ts'
import { describeBand, nameBand } from './band-words.ts'
import { type Band, minutesOn } from './bands.ts'
import { WayOn } from './way-on.tsx'

interface ShadeProps {
  readonly band: Band
  readonly day: Date
  readonly profileId: string
  /** The number of bands of the day whose words are above. */
  readonly nth: number
  readonly isNamed: boolean
}

const headerHeight = 48
const lineHeight = 26

/** The hours of a day of the week that a band covers, behind its posts. The words stay in sight while it is scrolled. */
export function BandShade({ band, day, profileId, nth, isNamed }: ShadeProps) {
  const messages = useMessages()
  const { icon, color } = bandLooks[band.cause]
  const { start, end } = minutesOn(band, day)
  return (
    <div
      data-band={band.cause}
      style={{ top: pixelsOf(start), height: pixelsOf(end - start) }}
      className={`band absolute inset-x-0 border-current border-t ${color}`}
    >
      {isNamed && (
        <WayOn
          band={band}
          profileId={profileId}
          label={`${nameBand(band, day, messages)}. ${describeBand(band, messages)} ${messages.calendar.bands.ways[band.cause]}`}
          style={{ top: headerHeight + nth * lineHeight }}
          className="sticky flex min-h-6 min-w-0 items-center gap-1 bg-surface/80 px-1.5 font-medium text-xs -outline-offset-2"
        >
          <Icon name={icon} className="size-3.5" />
          <span className="min-w-0 leading-tight">{nameBand(band, day, messages)}</span>
        </WayOn>
      )}
    </div>
  )
}
