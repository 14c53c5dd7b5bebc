import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useZone } from '#web/app/use-zone.ts'
import { bestHoursQuery } from '#web/compose/schedule/best-times.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { nameZone } from '#web/lib/zones.ts'
import type { Slot, SlotPlan } from '#web/posts/times/slot-queries.ts'
import { isBest, WeekTimes } from '#web/posts/times/week-times.tsx'
import { Button, smallButtonStyle } from '#web/ui/button.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { PauseDialog, refreshTimes } from './pause-dialog.tsx'

interface CardProps {
  readonly profileId: string
  readonly plans: readonly SlotPlan[]
  readonly plan: SlotPlan
  readonly slots: readonly Slot[]
  readonly mayShuffle: boolean
  readonly onChoose: (planId: string) => void
  readonly onShuffle: () => Promise<void>
}

/** The weekly times behind the queue, and how many of the next ones are filled. */
export function WeeklyCard({ profileId, plans, plan, slots: times, mayShuffle, onChoose, onShuffle }: CardProps) {
  const { rehearsal, slots } = useMessages()
  const { mayPublish } = useRights()
  const [isBusy, setBusy] = useState(false)
  const brandZone = useZone(profileId)
  const zone = plan.timezone ?? brandZone
  const best = useQuery(bestHoursQuery(profileId, zone)).data ?? []
  const isPaused = plan.pausedUntil !== null && Date.parse(plan.pausedUntil) > nowDate().getTime()
  const [isPausing, setPausing] = useState(false)
  const queries = useQueryClient()
  const resume = useMutation({
    mutationFn: () => api.updateSlotPlan({ id: plan.id, pausedUntil: null }),
    onSuccess: async ({ moves }) => {
      await refreshTimes(queries)
      tell({ title: moves.length > 0 ? slots.savedAndMoved(moves.length) : slots.saved })
    },
    onError: (error) => tellFailure(slots.notMoved, error),
  })
  const shuffle = async () => {
    setBusy(true)
    await onShuffle()
    setBusy(false)
  }
  return (
    <div className="grid content-start gap-4">
      <section aria-label={slots.weekly} className="rounded-lg bg-surface shadow-1 ring-1 ring-line">
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
          <h2 className="font-semibold">{slots.weekly}</h2>
          {plans.length > 1 && (
            <Choose
              label={slots.choose}
              value={plan.id}
              onChange={onChoose}
              options={Object.fromEntries(plans.map(({ id, name }) => [id, name]))}
            />
          )}
        </header>
        <div className="grid gap-2 px-4 py-3">
          <WeekTimes slots={plan.slots} best={best} />
          {isPaused && plan.pausedUntil && (
            <p className="text-held text-sm">{slots.paused(formatInZone(plan.pausedUntil, zone, 'long'))}</p>
          )}
          <p className="text-ink-3 text-xs">
            {slots.zoneNote(nameZone(zone))} {plan.slots.some((slot) => isBest(slot, best)) && slots.goldNote}
          </p>
          <div className="flex flex-wrap gap-2">
            <Link
              to="/p/$profileId/settings/posting-times"
              params={{ profileId }}
              className={smallButtonStyle('plain')}
            >
              {slots.edit}
            </Link>
            {mayPublish && (
              <Button isSmall isBusy={resume.isPending} onClick={() => (isPaused ? resume.mutate() : setPausing(true))}>
                {isPaused ? slots.resume : slots.pause}
              </Button>
            )}
            {mayPublish && mayShuffle && (
              <Button isSmall isBusy={isBusy} onClick={() => void shuffle()}>
                {slots.shuffle}
              </Button>
            )}
          </div>
        </div>
        {isPausing && <PauseDialog plan={plan} zone={zone} onClose={() => setPausing(false)} />}
      </section>
      {times.length > 0 && (
        <section
          aria-label={slots.nextWeeks}
          className="grid gap-1.5 rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line"
        >
          <h2 className="font-semibold">{slots.nextWeeks}</h2>
          <p className="text-ink-2 text-sm">
            {slots.filledOf(times.filter(({ postId }) => postId !== null).length, times.length)}
          </p>
          <Link
            to="/p/$profileId/rehearsal"
            params={{ profileId }}
            search={{ days: 14 }}
            className={`${smallButtonStyle('plain')} mt-1.5 w-fit`}
          >
            {rehearsal.open}
          </Link>
        </section>
      )}
    </div>
  )
}
