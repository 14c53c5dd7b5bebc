import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { fromWall } from '#rules/wall-clock.ts'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay } from '#web/lib/day.ts'
import { MovePreview } from '#web/posts/times/move-preview.tsx'
import type { SlotPlan } from '#web/posts/times/slot-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'

interface PauseProps {
  readonly plan: SlotPlan
  /** The zone of the plan. */
  readonly zone: string
  readonly onClose: () => void
}

const usualDays = 7

/** Pauses the posting times until a day, and shows first which posts move. */
export function PauseDialog({ plan, zone, onClose }: PauseProps) {
  const { shell, slots } = useMessages()
  const queries = useQueryClient()
  const today = dayKey(nowDate())
  const [day, setDay] = useState(() => shiftDay(today, usualDays))
  const pausedUntil = day === '' ? null : fromWall(`${day}T00:00`, zone).at
  const preview = useQuery({
    queryKey: ['posts', plan.profileId, 'slot-preview', plan.id, { pausedUntil }],
    queryFn: ({ signal }) => api.previewSlotPlan({ id: plan.id, pausedUntil }, { signal }),
    enabled: pausedUntil !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pause = useMutation({
    mutationFn: () => api.updateSlotPlan({ id: plan.id, pausedUntil }),
    onSuccess: async ({ moves }) => {
      await refreshTimes(queries)
      tell({ title: moves.length > 0 ? slots.savedAndMoved(moves.length) : slots.saved })
      onClose()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    pause.mutate()
  }
  const error = pause.error ?? preview.error
  return (
    <Dialog title={slots.pauseTitle(plan.name)} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={slots.pausedUntil}
          hint={slots.pauseNote}
          type="date"
          required
          min={shiftDay(today, 1)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {preview.data && <MovePreview profileId={plan.profileId} {...preview.data} />}
        {error && <ProblemBanner error={error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={pause.isPending} disabled={pausedUntil === null}>
            {slots.pause}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Reads again what a change of posting times may have moved. */
export const refreshTimes = (queries: ReturnType<typeof useQueryClient>) =>
  Promise.all(['slot-plans', 'posts', 'post', 'stats'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
