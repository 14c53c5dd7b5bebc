import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { smallButtonStyle } from '#web/ui/button.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'

interface RowProps {
  readonly at: string
  /** Why a post at this time would not be published on time. */
  readonly hold: string | null
  /** Omitted for readers who cannot write. */
  readonly onFill?: (() => void) | undefined
}

/** A free time of the queue, with what would hold a post there before anyone fills it. */
export function FreeRow({ at, hold, onFill }: RowProps) {
  const { slots } = useMessages()
  return (
    <div className="flex min-h-11 items-center gap-3 px-4 py-1 text-ink-3">
      <span className="w-4 shrink-0" />
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-sm border border-line-2 border-dashed"
      >
        <Icon name="plus" className="size-4" />
      </span>
      <span className="grid min-w-0 flex-1 py-0.5">
        {slots.free}
        {hold && <span className="text-held text-sm">{hold}</span>}
      </span>
      {onFill && (
        <button
          type="button"
          aria-label={slots.fillAt(formatDayAndTime(at))}
          onClick={onFill}
          className={smallButtonStyle('quiet')}
        >
          {slots.fill}
        </button>
      )}
      <span className="nums text-end text-sm sm:min-w-30">
        <ZonedTime at={at}>{formatTime(at)}</ZonedTime>
      </span>
    </div>
  )
}
