import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { bandLooks } from './band-look.ts'
import { nameBand } from './band-words.ts'
import type { Band } from './bands.ts'

/** A band in the list of a day, in a line. The notices above the list say more. */
export function BandLine({ band, day }: { readonly band: Band; readonly day: Date }) {
  const messages = useMessages()
  const { icon, color } = bandLooks[band.cause]
  return (
    <p className={`band flex min-h-7 items-center gap-2 rounded-sm px-3 font-medium text-sm ${color}`}>
      <Icon name={icon} className="size-4" />
      {nameBand(band, day, messages)}
    </p>
  )
}
