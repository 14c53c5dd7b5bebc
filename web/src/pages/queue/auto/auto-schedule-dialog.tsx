import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { DraftTimes } from './draft-times.tsx'
import { type PlanForm, rememberPlan, toRequest, usualPlan } from './plan-form.ts'
import { SlotField } from './slot-field.tsx'
import { useTrialPlan } from './use-trial-plan.ts'

interface AutoProps {
  readonly profileId: string
  readonly drafts: readonly Post[]
  readonly onClose: () => void
}

const mostPerDay = 24

/** Gives drafts the next free times. The times are shown before anything is scheduled. */
export function AutoScheduleDialog({ profileId, drafts, onClose }: AutoProps) {
  const { queue, shell } = useMessages()
  const queries = useQueryClient()
  const [form, setForm] = useState<PlanForm>(() => usualPlan(profileId, drafts))
  const change = (changes: Partial<PlanForm>) => setForm((before) => ({ ...before, ...changes }))
  const trial = useTrialPlan(profileId, form)
  const apply = useMutation({
    mutationFn: () => api.autoSchedulePosts(toRequest(profileId, form)),
    onSuccess: async ({ scheduled }) => {
      rememberPlan(profileId, form)
      await queries.invalidateQueries({ queryKey: ['posts'] })
      tell({ title: queue.plan.done(scheduled.length) })
      onClose()
    },
  })
  const error = apply.error ?? trial.error
  return (
    <Dialog title={queue.plan.title} lead={queue.plan.lead} isWide onClose={onClose}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          apply.mutate()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={queue.plan.perDay}
            type="number"
            required
            min={1}
            max={mostPerDay}
            value={form.perDay}
            onChange={(event) => change({ perDay: Number(event.target.value) })}
          />
          <Field
            label={queue.plan.from}
            type="date"
            required
            min={dayKey(nowDate())}
            value={form.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        </div>
        <SlotField value={form.slots} onChange={(slots) => change({ slots })} />
        <DraftTimes
          drafts={drafts}
          chosen={form.postIds}
          times={trial.data ?? new Map()}
          onChange={(postIds) => change({ postIds })}
        />
        {error && <ProblemBanner error={error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button
            type="submit"
            look="primary"
            disabled={form.postIds.length === 0 || trial.error !== null || trial.isPending}
            isBusy={apply.isPending}
          >
            {queue.plan.apply(form.postIds.length)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
