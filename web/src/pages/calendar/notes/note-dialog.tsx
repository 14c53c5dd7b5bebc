import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDate, formatDates } from '#web/lib/time.ts'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Note, refreshNotes } from './notes-query.ts'
import type { OpenNote } from './use-notes.ts'

interface DialogProps {
  readonly profileId: string
  readonly shown: OpenNote
  readonly onClose: () => void
}

const longest = 500

/** Writes, changes and deletes a note. Who may not write reads it. */
export function NoteDialog({ profileId, shown, onClose }: DialogProps) {
  const { days, shell } = useMessages('days')
  const words = days.note
  const { mayWrite } = useRights()
  const note = 'note' in shown ? shown.note : null
  if (mayWrite || note === null) return <EditDialog profileId={profileId} shown={shown} onClose={onClose} />
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {note.text}
      </p>
      <p className="text-ink-2">{periodOf(note)}</p>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const periodOf = ({ fromDate, toDate }: Note): string =>
  fromDate === toDate ? formatDate(fromDate) : formatDates(fromDate, toDate)

function EditDialog({ profileId, shown, onClose }: DialogProps) {
  const { days, shell } = useMessages('days')
  const words = days.note
  const opened = 'note' in shown ? shown.note : null
  const firstDay = 'note' in shown ? shown.note.fromDate : shown.day
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  /** The note as it was read last. Someone else may have changed it since it was opened. */
  const [note, setNote] = useState(opened)
  const [text, setText] = useState(note?.text ?? '')
  const [from, setFrom] = useState(firstDay)
  const [to, setTo] = useState(note?.toDate ?? firstDay)
  const [labelId, setLabel] = useState(note?.labelId ?? '')
  const save = useMutation({
    mutationFn: async (): Promise<'saved' | 'changed'> => {
      const fields = { text: text.trim(), fromDate: from, toDate: to, labelId: labelId || null }
      if (note === null) await api.createCalendarNote({ profileId, ...fields })
      else {
        const current = await changed(note, () =>
          api.updateCalendarNote({ id: note.id, ...fields }, { ifMatch: `"${note.version}"` }),
        )
        if (current) {
          setNote(current)
          return 'changed'
        }
      }
      return 'saved'
    },
    onSuccess: (outcome) => {
      if (outcome === 'saved') onClose()
      return refreshNotes()
    },
  })
  const remove = useRemove(profileId, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const error = save.error ?? remove.error
  return (
    <Dialog title={opened === null ? words.newTitle : words.title} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <TextArea
          label={words.text}
          required
          dir="auto"
          maxLength={longest}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={faultOf(save.error, '/text')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={words.from}
            type="date"
            required
            value={from}
            onChange={({ target }) => {
              setFrom(target.value)
              if (to < target.value) setTo(target.value)
            }}
            error={faultOf(save.error, '/fromDate')}
          />
          <Field
            label={words.to}
            type="date"
            required
            min={from}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            error={faultOf(save.error, '/toDate')}
          />
        </div>
        {labels.length > 0 && (
          <SelectField
            label={words.label}
            hint={words.labelHint}
            value={labelId}
            onChange={({ target }) => setLabel(target.value)}
            options={{
              '': words.noLabel,
              ...Object.fromEntries(
                labels.filter(({ id, archived }) => !archived || id === labelId).map(({ id, name }) => [id, name]),
              ),
            }}
          />
        )}
        {save.data === 'changed' && note && (
          <p role="alert" className="text-partial">
            {words.changed(note.text)}
          </p>
        )}
        {error && <ProblemBanner error={error} />}
        <DialogActions>
          {note && (
            <Button
              variant="quiet"
              className="me-auto -ms-2"
              isBusy={remove.isPending}
              onClick={() => remove.mutate(note)}
            >
              {words.remove}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending} disabled={text.trim() === ''}>
            {note === null ? words.create : shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Changes a note. Returns the current note instead if someone else has changed it in the meantime. */
async function changed({ id }: Note, change: () => Promise<unknown>): Promise<Note | null> {
  try {
    await change()
    return null
  } catch (error) {
    if (!isRefusal(error, 'precondition_failed')) throw error
    return await api.getCalendarNote({ id })
  }
}

/** Deletes a note, and offers to write it again. The focus returns to its day. */
function useRemove(profileId: string, onClose: () => void) {
  const { days, shell } = useMessages('days')
  const restore = async ({ text, fromDate, toDate, labelId }: Note) => {
    try {
      await api.createCalendarNote({ profileId, text, fromDate, toDate, labelId })
      await refreshNotes()
    } catch (error) {
      if (error instanceof Error) tellFailure(days.note.notRestored, error)
    }
  }
  return useMutation({
    mutationFn: ({ id }: Note) => api.deleteCalendarNote({ id }),
    onSuccess: async (_, note) => {
      onClose()
      tell({ title: days.note.removed, undo: { label: shell.undo, run: () => void restore(note) } })
      await refreshNotes()
      document.querySelector<HTMLElement>(`[data-day="${note.fromDate}"]`)?.focus()
    },
  })
}
