import { useMessages } from '#web/i18n/index.ts'
import { Icon, type IconName } from '#web/icons/icon.tsx'
import { formatInZone } from '#web/lib/time.ts'
import { nextOf } from './best-times.ts'
import { findFreeSlot, listUsualTimes } from './usual-times.ts'

interface ListProps {
  readonly zone: string
  readonly at: string | null
  /** The times of scheduled posts, once they are known. */
  readonly taken: readonly string[] | undefined
  readonly best: readonly { readonly day: number; readonly hour: number }[]
  /** The next free posting time. Null if the brand has none, and a usual hour is offered instead. */
  readonly free: string | null | undefined
  readonly onChoose: (at: string | null) => void
}

interface Offer {
  readonly name: string
  readonly icon: IconName
  readonly at: string | null
}

/** Now, the next free time, and two of the best hours, or an evening and a morning if too little is known. */
export function UsualTimes({ zone, at, taken, best, free, onChoose }: ListProps) {
  const { writing } = useMessages()
  const slot = free === null && taken ? findFreeSlot(zone, taken) : (free ?? null)
  const strong = best.flatMap((one) => nextOf(one, zone) ?? []).slice(0, 2)
  const { tonight, tomorrow } = listUsualTimes(zone)
  const offers: readonly Offer[] = [
    { name: writing.now, icon: 'send', at: null },
    ...(slot === null ? [] : [{ name: writing.nextFree, icon: 'queue', at: slot } as const]),
    ...(strong.length > 0
      ? strong.map(
          (time, nth) =>
            ({ name: nth === 0 ? writing.bestTime : writing.alsoStrong, icon: 'spark', at: time }) as const,
        )
      : [
          { name: writing.tonight, icon: 'clock', at: tonight } as const,
          { name: writing.tomorrow, icon: 'clock', at: tomorrow } as const,
        ]),
  ]
  return (
    <div className="grid">
      {offers
        .filter((one, nth) => offers.findIndex((other) => other.at === one.at) === nth)
        .map((offer) => (
          <button
            key={offer.name}
            type="button"
            aria-pressed={at === offer.at}
            onClick={() => onChoose(offer.at)}
            className="flex min-h-8.5 items-center gap-2.5 rounded-sm px-2.5 text-start font-medium hover:bg-sunken aria-pressed:bg-brand/10 aria-pressed:text-brand max-md:min-h-11"
          >
            <Icon name={offer.icon} className="size-4.5" />
            {offer.name}
            {offer.at !== null && (
              <span className="nums ms-auto font-normal text-sm">{formatInZone(offer.at, zone, 'long')}</span>
            )}
          </button>
        ))}
    </div>
  )
}
