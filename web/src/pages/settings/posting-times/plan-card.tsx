import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useZone } from '#web/app/use-zone.ts'
import { bestHoursQuery } from '#web/compose/schedule/best-times.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatClock, nameOfWeekday } from '#web/lib/time.ts'
import { formatZone, timeZones } from '#web/lib/time-zones.ts'
import { nameZone } from '#web/lib/zones.ts'
import { MovePreview } from '#web/posts/times/move-preview.tsx'
import type { SlotPlan } from '#web/posts/times/slot-queries.ts'
import { isBest, WeekTimes } from '#web/posts/times/week-times.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { DaysOff } from './days-off.tsx'
import { addTimes, changesOf, emptyForm, formOf, type PlanForm } from './plan-form.ts'
import { TimeAdder } from './time-adder.tsx'

interface CardProps {
  readonly profileId: string
  /** The stored times. Null for new ones. */
  readonly plan: SlotPlan | null
  readonly onClose?: () => void
}

const workdays = [1, 2, 3, 4, 5]

/** One set of posting times: changed here, previewed below, and stored only when saved. */
export function PlanCard({ profileId, plan, onClose }: CardProps) {
  const { shell, slots } = useMessages()
  const { mayPublish } = useRights()
  const queries = useQueryClient()
  const title = useId()
  const [form, setForm] = useState<PlanForm>(() => (plan ? formOf(plan) : { ...emptyForm, name: slots.usualName }))
  const [days, setDays] = useState<readonly number[]>(workdays)
  const [isDeleting, setDeleting] = useState(false)
  const adder = useRef<HTMLInputElement>(null)
  const change = (changes: Partial<PlanForm>) => setForm((before) => ({ ...before, ...changes }))
  const brandZone = useZone(profileId)
  const zone = form.timezone ?? brandZone
  const best = useQuery(bestHoursQuery(profileId, zone)).data ?? []
  const changes = plan ? changesOf(plan, form) : {}
  const isChanged = Object.keys(changes).length > 0
  const preview = usePreview(plan, form)
  const refresh = () =>
    Promise.all(['slot-plans', 'posts', 'post'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const save = useMutation({
    mutationFn: async (form: PlanForm) => {
      if (plan) return api.updateSlotPlan({ id: plan.id, ...changesOf(plan, form) })
      const { name, timezone, accountIds, gaps, whenBlocked } = form
      const { pausedUntil } = form
      const made = await api.createSlotPlan({
        ...{ profileId, name, timezone, whenBlocked },
        ...{ slots: [...form.slots], accountIds: [...accountIds], gaps: [...gaps] },
      })
      if (pausedUntil !== null) return api.updateSlotPlan({ id: made.id, pausedUntil })
      return { ...made, moves: [], leavingPostIds: [] }
    },
    onSuccess: async ({ moves, leavingPostIds: _, ...stored }, sent) => {
      await refresh()
      // What was changed in the meantime stays in the form.
      setForm((now) => (now === sent ? formOf(stored) : now))
      tell({ title: moves.length > 0 ? slots.savedAndMoved(moves.length) : slots.saved })
      onClose?.()
    },
  })
  const remove = useMutation({
    mutationFn: () => api.deleteSlotPlan({ id: plan?.id ?? '' }),
    onSuccess: refresh,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(form)
  }
  const suggested = best.map(({ day, hour }) => ({ weekday: day, time: `${String(hour).padStart(2, '0')}:00` }))
  const news = suggested.filter((one) => !form.slots.some(({ weekday, time }) => isSame(one, { weekday, time })))
  const error = save.error ?? preview.error
  return (
    <section aria-labelledby={title} className="rounded-lg bg-surface shadow-1 ring-1 ring-line">
      <form onSubmit={submit}>
        <fieldset disabled={!mayPublish} className="grid min-w-0 gap-5 p-4 sm:p-5">
          <h3 id={title} className="font-semibold">
            {plan?.name ?? slots.create}
          </h3>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={slots.name}
              required
              maxLength={100}
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <SelectField
              label={slots.zone}
              value={form.timezone ?? ''}
              onChange={(event) => change({ timezone: event.target.value || null })}
              options={{ '': slots.brandZone(formatZone(brandZone)), ...timeZones(form.timezone) }}
            />
          </div>
          <Accounts profileId={profileId} form={form} mayChange={mayPublish} onChange={change} />
          <div className="grid min-w-0 gap-2">
            <WeekTimes
              slots={form.slots}
              best={best}
              draw={(slot) =>
                mayPublish ? (
                  <>
                    {formatClock(slot.time)}
                    <button
                      type="button"
                      aria-label={slots.removeTime(nameOfWeekday(slot.weekday, 'long'), formatClock(slot.time))}
                      onClick={() => change({ slots: form.slots.filter((one) => !isSame(one, slot)) })}
                      className="-me-2 grid size-7 place-items-center rounded-sm hover:text-ink"
                    >
                      <Icon name="close" className="size-3.5" />
                    </button>
                  </>
                ) : (
                  formatClock(slot.time)
                )
              }
              more={(weekday) =>
                mayPublish && (
                  <button
                    type="button"
                    aria-label={slots.addOn(nameOfWeekday(weekday, 'long'))}
                    onClick={() => {
                      setDays([weekday])
                      adder.current?.focus()
                    }}
                    className="grid size-7 place-items-center rounded-sm border border-line-2 text-ink-3 hover:bg-sunken hover:text-ink"
                  >
                    <Icon name="plus" className="size-4" />
                  </button>
                )
              }
            />
            {mayPublish && (
              <TimeAdder
                days={days}
                onDays={setDays}
                field={adder}
                onAdd={(added) => change({ slots: addTimes(form.slots, added) })}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="text-ink-3 text-sm">
                {slots.zoneNote(nameZone(zone))} {form.slots.some((slot) => isBest(slot, best)) && slots.goldNote}
              </p>
              {mayPublish && news.length > 0 && (
                <Button
                  isSmall
                  variant="quiet"
                  onClick={() => change({ slots: addTimes(form.slots, news) })}
                  className="ms-auto"
                >
                  <Icon name="spark" className="size-4" />
                  {slots.suggest(news.length)}
                </Button>
              )}
            </div>
          </div>
          <DaysOff value={form.gaps} mayChange={mayPublish} onChange={(gaps) => change({ gaps })} />
          <Field
            label={slots.pausedUntil}
            hint={slots.pauseHint}
            type="date"
            style={{ maxWidth: '15rem' }}
            min={dayKey(nowDate())}
            value={form.pausedUntil === null ? '' : toWall(form.pausedUntil, zone).slice(0, 10)}
            onChange={({ target: { value } }) =>
              change({ pausedUntil: value === '' ? null : fromWall(`${value}T00:00`, zone).at })
            }
          />
          <SelectField
            label={slots.whenBlocked}
            hint={slots.blockedHint}
            style={{ maxWidth: '24rem' }}
            value={form.whenBlocked}
            onChange={({ target: { value } }) => change({ whenBlocked: value as PlanForm['whenBlocked'] })}
            options={slots.blocked}
          />
          {isChanged && preview.data && <MovePreview profileId={profileId} {...preview.data} />}
          {error && <ProblemBanner error={error} />}
        </fieldset>
        {mayPublish && (
          <footer className="flex min-h-14 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-2.5 sm:px-5">
            {plan && (
              <Button variant="danger" className="me-auto" onClick={() => setDeleting(true)}>
                {slots.delete}
              </Button>
            )}
            {(isChanged || !plan) && (
              <Button variant="quiet" onClick={() => (plan ? setForm(formOf(plan)) : onClose?.())}>
                {plan ? slots.discard : shell.cancel}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              isBusy={save.isPending}
              disabled={form.slots.length === 0 || (plan !== null && !isChanged) || preview.error !== null}
            >
              {shell.save}
            </Button>
          </footer>
        )}
      </form>
      {isDeleting && plan && (
        <ConfirmDialog
          title={slots.deleteTitle(plan.name)}
          lead={slots.deleteLead}
          action={slots.delete}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

const isSame = (one: SlotPlan['slots'][number], other: SlotPlan['slots'][number]): boolean =>
  one.weekday === other.weekday && one.time === other.time

/** Asks which posts the change would move. Nothing is stored. */
function usePreview(plan: SlotPlan | null, form: PlanForm) {
  const { name: _, whenBlocked: __, ...changes } = plan ? changesOf(plan, form) : {}
  const isEmpty = Object.keys(changes).length === 0 || form.slots.length === 0
  return useQuery({
    queryKey: ['posts', plan?.profileId, 'slot-preview', plan?.id, changes],
    queryFn: ({ signal }) => api.previewSlotPlan({ id: plan?.id ?? '', ...changes }, { signal }),
    enabled: plan !== null && !isEmpty,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

interface AccountsProps {
  readonly profileId: string
  readonly form: PlanForm
  readonly mayChange: boolean
  readonly onChange: (changes: Partial<PlanForm>) => void
}

/** The accounts that the times are for. */
function Accounts({ profileId, form, mayChange, onChange }: AccountsProps) {
  const { slots } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const names = Object.fromEntries(
    accounts.map(({ id, network, displayName, handle }) => [
      id,
      `${networks[network].name} · ${displayName ?? handle}`,
    ]),
  )
  const own = form.accountIds.map((id) => names[id] ?? slots.someAccount)
  if (mayChange && (accounts.length > 1 || own.length > 0))
    return (
      <CheckList
        label={slots.accounts}
        value={form.accountIds}
        onChange={(ids) => onChange({ accountIds: ids.filter((id) => id in names) })}
        options={names}
      />
    )
  return (
    <p className="text-ink-2 text-sm">{own.length === 0 ? slots.allAccounts : slots.forAccounts(own.join(', '))}</p>
  )
}
