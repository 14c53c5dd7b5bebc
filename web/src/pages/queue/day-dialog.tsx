import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { MonthGrid } from '#web/posts/times/month-grid.tsx'
import { takenTimesQuery } from '#web/posts/times/taken-times.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface DayProps {
  readonly profileId: string
  readonly from: string | undefined
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}

/** Asks for the first day of the list. A dot marks the days with scheduled posts. */
export function DayDialog({ profileId, from, onChoose, onClose }: DayProps) {
  const { queue } = useMessages()
  const { data: taken = [] } = useQuery(takenTimesQuery(profileId))
  return (
    <Dialog title={queue.jump} onClose={onClose}>
      <MonthGrid
        chosen={from ?? null}
        today={dayKey(nowDate())}
        busy={new Set(taken.map((at) => dayKey(new Date(at))))}
        onChoose={onChoose}
      />
    </Dialog>
  )
}
