import { useMessages } from '#web/i18n/index.ts'
import { Icon, type IconName } from '#web/icons/icon.tsx'
import { pixelsOf } from '../week/measures.ts'
import { describeBand, nameBand } from './band-words.ts'
import { type Band, minutesOn } from './bands.ts'
import { WayOn } from './way-on.tsx'

interface StripProps {
  readonly band: Band
  readonly day: Date
  readonly profileId: string
  /** False on a day that continues a band named on an earlier day. */
  readonly isNamed: boolean
}

/** A band across a day of the month. It is labeled where it begins, and again in each row. */
export function BandStrip({ band, day, profileId, isNamed }: StripProps) {
  const messages = useMessages()
  const { icon, color } = bandStyles[band.cause]
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

interface ShadeProps {
  readonly band: Band
  readonly day: Date
  readonly profileId: string
  /** The number of this day's bands with labels above. */
  readonly nth: number
  readonly isNamed: boolean
}

const headerHeight = 48
const lineHeight = 26

/** The hours of a day of the week that a band covers. Its label stays visible while scrolling; clicks pass the shade. */
export function BandShade({ band, day, profileId, nth, isNamed }: ShadeProps) {
  const messages = useMessages()
  const { icon, color } = bandStyles[band.cause]
  const { start, end } = minutesOn(band, day)
  return (
    <div
      data-band={band.cause}
      style={{ top: pixelsOf(start), height: pixelsOf(end - start) }}
      className={`band pointer-events-none absolute inset-x-0 border-current border-t ${color}`}
    >
      {isNamed && (
        <WayOn
          band={band}
          profileId={profileId}
          label={`${nameBand(band, day, messages)}. ${describeBand(band, messages)} ${messages.calendar.bands.ways[band.cause]}`}
          style={{ top: headerHeight + nth * lineHeight }}
          className="pointer-events-auto sticky z-5 flex min-h-6 min-w-0 items-center gap-1 bg-surface px-1.5 font-medium text-xs -outline-offset-2"
        >
          <Icon name={icon} className="size-3.5" />
          <span className="min-w-0 leading-tight">{nameBand(band, day, messages)}</span>
        </WayOn>
      )}
    </div>
  )
}

/** A band in a day's list, as one line. The notices above the list have more details. */
export function BandLine({ band, day }: { readonly band: Band; readonly day: Date }) {
  const messages = useMessages()
  const { icon, color } = bandStyles[band.cause]
  return (
    <p className={`band flex min-h-7 items-center gap-2 rounded-sm px-3 font-medium text-sm ${color}`}>
      <Icon name={icon} className="size-4" />
      {nameBand(band, day, messages)}
    </p>
  )
}

/** The icon and color of each cause. A label is next to them wherever a band begins. */
export const bandStyles: Readonly<Record<Band['cause'], { readonly icon: IconName; readonly color: string }>> = {
  grant: { icon: 'plug', color: 'text-held' },
  quota: { icon: 'chart', color: 'text-partial' },
  plan: { icon: 'user', color: 'text-scheduled' },
  clock: { icon: 'clock', color: 'text-ink-2' },
}
