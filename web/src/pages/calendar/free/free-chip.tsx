import type { CSSProperties } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { useDropZone } from '../use-carry.ts'
import type { FreeTime } from './use-free-times.ts'

/** The actions on a free time. */
export interface FreeActions {
  readonly fill: (time: FreeTime) => void
  readonly drop: (postId: string, time: FreeTime) => void
}

interface ChipProps extends FreeActions {
  readonly time: FreeTime
  readonly className: string
  readonly style?: CSSProperties
}

/** A free posting time. A post that is dropped here gets it, and pressing it fills it. */
export function FreeChip({ time, fill, drop, className, style }: ChipProps) {
  const { slots } = useMessages()
  const { isOver, zone } = useDropZone((postId) => drop(postId, time))
  return (
    <button
      {...zone}
      type="button"
      aria-label={slots.fillAt(formatDayAndTime(time.at))}
      onClick={() => fill(time)}
      style={style}
      className={`nums h-6 cursor-pointer items-center whitespace-nowrap rounded-sm border border-dashed px-1 text-2xs hover:border-brand hover:text-brand ${isOver ? 'border-brand bg-brand-tint text-brand' : 'border-line-2 text-ink-3'} ${className}`}
    >
      {formatTime(time.at)}
    </button>
  )
}
