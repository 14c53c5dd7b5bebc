import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import {
  type Label,
  type LabelColor,
  labelColors,
  labelsQuery,
  paintOf,
  pickColor,
} from '#web/posts/labels/labels-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

interface EditProps {
  readonly profileId: string
  /** Null to create one. */
  readonly label: Label | null
  readonly onClose: () => void
}

/** Creates or changes a label. */
export function EditLabelDialog({ profileId, label, onClose }: EditProps) {
  const { labels: words, shell } = useMessages()
  const all = useQuery(labelsQuery(profileId)).data ?? []
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState<LabelColor>(() => label?.color ?? pickColor(all))
  const [isCampaign, setCampaign] = useState(label?.kind === 'campaign')
  const [from, setFrom] = useState(label?.fromDate ?? '')
  const [to, setTo] = useState(label?.toDate ?? '')
  const [note, setNote] = useState(label?.note ?? '')
  const save = useSave(onClose, () => {
    const fields = {
      name: name.trim(),
      color,
      kind: isCampaign ? ('campaign' as const) : ('label' as const),
      fromDate: isCampaign && from !== '' ? from : null,
      toDate: isCampaign && to !== '' ? to : null,
      note: note.trim() || null,
    }
    return label === null ? api.createLabel({ profileId, ...fields }) : api.updateLabel({ id: label.id, ...fields })
  })
  const dateFault = faultOf(save.error, '/fromDate') ?? faultOf(save.error, '/toDate')
  return (
    <Dialog title={label === null ? words.page.new : words.page.editTitle} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field
          label={words.page.name}
          hint={label === null ? undefined : words.page.renameHint}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        <Colors value={color} onChange={setColor} />
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5">
          <input type="checkbox" checked={isCampaign} onChange={() => setCampaign(!isCampaign)} />
          {words.page.isCampaign}
        </label>
        {isCampaign && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={words.page.from}
              type="date"
              max={to || undefined}
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
            <Field
              label={words.page.to}
              type="date"
              min={from || undefined}
              value={to}
              onChange={({ target }) => setTo(target.value)}
              error={dateFault}
            />
          </div>
        )}
        <TextArea
          label={words.page.note}
          hint={words.page.noteHint}
          dir="auto"
          maxLength={2_000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {label === null ? words.page.new : shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface ColorsProps {
  readonly value: LabelColor
  readonly onChange: (color: LabelColor) => void
}

/** The colors of labels, each with its name. */
function Colors({ value, onChange }: ColorsProps) {
  const { labels: words } = useMessages()
  const names: Readonly<Record<string, string>> = words.colors
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{words.page.color}</legend>
      <div className="flex flex-wrap gap-1">
        {labelColors.map((color) => (
          <label
            key={color}
            title={names[color]}
            className="grid size-9 cursor-pointer place-items-center rounded-full has-checked:bg-pressed has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="label-color"
              aria-label={names[color]}
              checked={value === color}
              onChange={() => onChange(color)}
              className="absolute size-9 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="size-5 rounded-full" style={{ background: paintOf(color) }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface LabelProps {
  readonly label: Label
  readonly onClose: () => void
}

/** Merges a label into another one of the brand. */
export function MergeLabelDialog({ label, onClose }: LabelProps) {
  const { labels: words, shell } = useMessages()
  const { id, profileId, name } = label
  const others = (useQuery(labelsQuery(profileId)).data ?? []).filter((one) => one.id !== id)
  const [into, setInto] = useState('')
  const chosen = into || others[0]?.id
  const merge = useSave(onClose, () => api.mergeLabel({ id, intoId: chosen ?? '' }))
  return (
    <Dialog title={words.page.mergeTitle(name)} lead={words.page.mergeLead(name)} onClose={onClose}>
      <SelectField
        label={words.page.into}
        value={chosen ?? ''}
        onChange={({ target }) => setInto(target.value)}
        options={Object.fromEntries(others.map((one) => [one.id, one.name]))}
      />
      {merge.error && <ProblemBanner error={merge.error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button
          variant="primary"
          disabled={chosen === undefined}
          isBusy={merge.isPending}
          onClick={() => merge.mutate()}
        >
          {words.page.merge}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Deletes a label after confirmation. */
export function DeleteLabelDialog({ label, count, onClose }: LabelProps & { readonly count: number }) {
  const { labels: words } = useMessages()
  const remove = useSave(onClose, () => api.deleteLabel({ id: label.id }))
  return (
    <ConfirmDialog
      title={words.page.removeTitle(label.name)}
      lead={words.page.removeLead(count)}
      action={words.page.confirm}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

/** Changes labels, closes the dialog, and shows the new state wherever labels are shown. */
function useSave(onClose: () => void, save: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['labels'] }),
        queries.invalidateQueries({ queryKey: ['posts'] }),
      ])
    },
  })
}
