import { PosthornError } from '@posthorn/sdk'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { type PlanForm, rememberPlan, toRequest, usualPlan } from './plan-form.ts'
import { SlotField } from './slot-field.tsx'

interface AutoProps {
  readonly profileId: string
  readonly drafts: readonly Post[]
  readonly onClose: () => void
}

const maxPerDay = 24

interface Asked {
  readonly plan: PlanForm
  /** True to schedule despite warnings. */
  readonly isConfirmed: boolean
}

/** Gives drafts the next free times. The times are shown before anything is scheduled. */
export function AutoScheduleDialog({ profileId, drafts, onClose }: AutoProps) {
  const { queue, shell, slots, verdicts } = useMessages()
  const queries = useQueryClient()
  const [form, setForm] = useState<PlanForm>(() => usualPlan(profileId, drafts))
  const change = (changes: Partial<PlanForm>) => setForm((before) => ({ ...before, ...changes }))
  const trial = useTrialPlan(profileId, form)
  const apply = useMutation({
    mutationFn: ({ plan, isConfirmed }: Asked) =>
      api.autoSchedulePosts({ ...toRequest(profileId, plan), ...(isConfirmed && { confirmWarnings: true }) }),
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
          apply.mutate({ plan: form, isConfirmed: false })
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={queue.plan.perDay}
            type="number"
            required
            min={1}
            max={maxPerDay}
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
          faults={faultsByDraft(apply.error, apply.variables?.plan.postIds ?? [], verdicts.refusal)}
          onChange={(postIds) => change({ postIds })}
        />
        {error && (
          <ProblemBanner error={error}>
            {isRefusal(error, 'warnings_unconfirmed') && (
              <Button onClick={() => apply.mutate({ plan: form, isConfirmed: true })}>{slots.confirm}</Button>
            )}
          </ProblemBanner>
        )}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={form.postIds.length === 0 || trial.error !== null || trial.isPending}
            isBusy={apply.isPending}
          >
            {queue.plan.apply(form.postIds.length)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface TimesProps {
  readonly drafts: readonly Post[]
  readonly chosen: readonly string[]
  readonly times: ReadonlyMap<string, string>
  /** Why a draft can't be scheduled, by its ID. */
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (chosen: readonly string[]) => void
}

/** The drafts, each with its proposed time, oldest first, as they are published. */
function DraftTimes({ drafts, chosen, times, faults, onChange }: TimesProps) {
  const { queue, shell } = useMessages()
  const inOrder = drafts.toReversed()
  const toggle = (id: string) =>
    onChange(
      inOrder.map((draft) => draft.id).filter((one) => (one === id ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{queue.plan.drafts}</legend>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {inOrder.map((draft) => (
          <li key={draft.id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-sunken">
              <input type="checkbox" checked={chosen.includes(draft.id)} onChange={() => toggle(draft.id)} />
              <OneLine className="flex-1">{draft.content || shell.post.untitled}</OneLine>
              <span className="max-sm:hidden">
                <PostNetworks post={draft} />
              </span>
              <output className="nums w-36 shrink-0 text-end text-ink-2 text-sm">
                {chosen.includes(draft.id) ? formatTimeOf(times.get(draft.id)) : '–'}
              </output>
            </label>
            {chosen.includes(draft.id) && faults.has(draft.id) && (
              <p className="px-3 pb-2 text-failed text-sm">{faults.get(draft.id)}</p>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Sorts the faults and warnings of a refusal by the draft that they are about, from paths such as `/postIds/2/media/0`. */
function faultsByDraft(
  error: Error | null,
  postIds: readonly string[],
  say: Messages['verdicts']['refusal'],
): ReadonlyMap<string, string> {
  if (!(error instanceof PosthornError)) return new Map()
  const byPlace = groupBy([...error.errors, ...error.warnings], ({ path }) => path.split('/')[2] ?? '')
  return new Map([...byPlace].map(([place, faults]) => [postIds[Number(place)] ?? '', say(error.code, '', faults)]))
}

const formatTimeOf = (at: string | undefined): string => (at === undefined ? '…' : formatDayAndTime(at))

/** Fetches the proposed time of each draft. Nothing is scheduled. */
function useTrialPlan(profileId: string, form: PlanForm) {
  const request = { ...toRequest(profileId, form), dryRun: true }
  return useQuery({
    queryKey: ['trial-plan', request],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { scheduled } = await api.autoSchedulePosts(request, { signal })
      return new Map(scheduled.map(({ postId, scheduledAt }) => [postId, scheduledAt]))
    },
    enabled: form.postIds.length > 0 && form.perDay > 0 && form.from !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
