import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatInZone } from '#web/lib/time.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Popover } from '../popover.tsx'
import { SchedulePicker } from './schedule-picker.tsx'

interface FieldProps {
  readonly profileId: string
  readonly zone: string
  readonly at: string | null
  readonly isUnread: boolean
  readonly isOpen: boolean
  /** The next free posting time of the brand. Null if it has none, undefined while it is not known. */
  readonly free: string | null | undefined
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onChange: (at: string | null) => void
  readonly onUnread: (isUnread: boolean) => void
  /** The number of accounts that publish the post later. */
  readonly later: number
  /** The times of the accounts, below the picker. */
  readonly children: ReactNode
}

/** The time of the post on a button, which opens the picker. What was typed there stays when it is closed. */
export function ScheduleField(props: FieldProps) {
  const { profileId, zone, at, isUnread, isOpen, free, later, onOpenChange, onChange, onUnread, children } = props
  const { schedule, writing } = useMessages()
  const start = at === null ? schedule.now : formatInZone(at, zone, 'long')
  const time = isUnread ? writing.unclear : later > 0 ? schedule.own.later(start, later) : start
  const tone = isUnread ? 'border-failed! text-failed!' : at === null ? '' : 'border-brand/40! bg-brand/10! text-brand!'
  return (
    <Popover
      label={writing.timeTitle}
      triggerLabel={writing.timeLabel(time)}
      triggerClass={`${buttonStyle('plain')} nums w-full whitespace-nowrap max-md:min-h-11 ${tone}`}
      trigger={
        <>
          <Icon name="calendar" className="size-4.5" />
          <span className="truncate">{time}</span>
          <Icon name="chevron" className="size-4 max-md:ms-auto" />
        </>
      }
      panelClass="end-4 bottom-full mb-1 max-h-[calc(100dvh-var(--top)-8.5rem)] w-80 max-w-[calc(100%-2rem)] overflow-y-auto p-2 [&>*+*]:mt-2"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isKept
      className="min-w-0"
    >
      <SchedulePicker
        profileId={profileId}
        zone={zone}
        at={at}
        isOpen={isOpen}
        free={free}
        onChange={onChange}
        onUnread={onUnread}
      />
      {children}
    </Popover>
  )
}
