import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { useZone } from '#web/app/use-zone.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatZone, timeZones } from '#web/lib/time-zones.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { rhythmsOfPosts } from '#web/ui/rhythm/rhythm.ts'
import { RhythmField } from '#web/ui/rhythm/rhythm-field.tsx'
import { templatesQuery } from '../rules-query.ts'
import { openForm, type Rule, type RuleForm, toRule } from './rule-form.ts'
import { RulePreview, useSchedulePreview } from './rule-preview.tsx'

interface RuleDialogProps {
  readonly profileId: string
  /** Null for a new rule. */
  readonly rule: Rule | null
  /** The post that was chosen before the dialog opened. */
  readonly postId: string | undefined
  readonly onClose: () => void
}

const longestOption = 70

/** Creates or edits a rule. The description and the next times update with each change. */
export function RuleDialog({ profileId, rule, postId, onClose }: RuleDialogProps) {
  const messages = useMessages()
  const { recurring, shell } = messages
  const words = recurring.form
  const queries = useQueryClient()
  const zone = useZone(profileId)
  const templates = useQuery(templatesQuery(profileId, rule?.postId ?? postId))
  const [form, setForm] = useState(() => openForm(rule, postId ?? '', zone))
  const change = (changes: Partial<RuleForm>) => setForm((before) => ({ ...before, ...changes }))
  const chosen = form.postId || (templates.data?.[0]?.id ?? '')
  const me = useQuery(meQuery)
  // A rule without its own zone follows that of its author, who may be someone else.
  const authorsZone = rule?.followsUserTimezone ? rule.timezone : null
  const preview = useSchedulePreview(form, authorsZone)
  const params = toRule({ ...form, postId: chosen })
  const save = useMutation({
    mutationFn: async () => {
      if (params === null) return
      if (rule) await api.updateRecurringRule({ id: rule.id, ...params })
      else await api.createRecurringRule(params)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['recurring'] })
      onClose()
    },
  })
  const options = templates.data?.map(({ id, content }) => [id, content.slice(0, longestOption) || shell.post.untitled])
  return (
    <Dialog title={rule ? recurring.editTitle : recurring.create} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {options?.length === 0 ? (
          <p className="text-held">{words.noPosts}</p>
        ) : (
          <SelectField
            label={words.post}
            hint={words.postHint}
            value={chosen}
            onChange={(event) => change({ postId: event.target.value })}
            options={Object.fromEntries(options ?? [])}
          />
        )}
        <RhythmField
          kinds={rhythmsOfPosts}
          value={form.rhythm}
          onChange={(rhythm) => change({ rhythm })}
          error={faultOf(preview.error, '/cron') ?? (preview.error ? explain(preview.error, messages).text : undefined)}
        />
        <EndField form={form} onChange={change} />
        {params && preview.data && !preview.error && <RulePreview preview={preview.data} />}
        <details>
          <summary className="text-ink-2">{shell.more}</summary>
          <div className="grid gap-4 pt-4">
            <Field
              label={words.name}
              hint={words.nameHint}
              maxLength={200}
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <SelectField
              label={words.zone}
              value={form.zone}
              onChange={(event) => change({ zone: event.target.value })}
              options={{
                '': rule ? words.authorsZone(formatZone(authorsZone)) : words.ownZone(formatZone(me.data?.timezone)),
                ...timeZones(form.zone || null),
              }}
            />
          </div>
        </details>
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={params === null || chosen === '' || preview.error !== null}
            isBusy={save.isPending}
          >
            {rule ? shell.save : words.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface EndProps {
  readonly form: RuleForm
  readonly onChange: (changes: Partial<RuleForm>) => void
}

const maxRunsAllowed = 100_000

/** Chooses until when a post repeats. */
function EndField({ form, onChange }: EndProps) {
  const { form: words } = useMessages().recurring
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.end}
        value={form.end}
        onChange={(event) => onChange({ end: event.target.value as RuleForm['end'] })}
        options={words.ends}
      />
      {form.end === 'date' && (
        <Field
          label={words.endAt}
          type="date"
          required
          min={dayKey(nowDate())}
          value={form.endDay}
          onChange={(event) => onChange({ endDay: event.target.value })}
        />
      )}
      {form.end === 'count' && (
        <Field
          label={words.maxRuns}
          type="number"
          required
          min={1}
          max={maxRunsAllowed}
          value={form.maxRuns}
          onChange={(event) => onChange({ maxRuns: Number(event.target.value) })}
        />
      )}
    </div>
  )
}
