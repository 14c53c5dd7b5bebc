import type { Item } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { UserName } from '../parts/user-name.tsx'

type Alert = Item<'listAlerts', 'alerts'>

const tones: Readonly<Record<Alert['severity'], Tone>> = { info: 'quiet', warning: 'waiting', critical: 'bad' }

/** An alert: what is wrong, since when, who is handling it, and whether it is resolved. */
export function AlertRow({ alert }: { readonly alert: Alert }) {
  const words = useMessages('admin').admin.alerts
  const { id, kind, severity, createdAt, closedAt, ackedAt, ackedByUid, ackNote, raisedByUid } = alert
  // Text written by a person is shown unchanged.
  const message = raisedByUid ? alert.message : words.say(alert)
  const [isAsking, setAsking] = useState(false)
  const kinds: Readonly<Record<string, string>> = words.kinds
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="max-sm:w-full sm:w-20">
          <Tag tone={tones[severity]}>{words.severity[severity]}</Tag>
        </div>
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <p className="break-words">{message}</p>
          <p className="nums text-ink-3 text-sm">
            {kinds[kind] ?? kind} · <time dateTime={createdAt}>{formatDistance(createdAt)}</time>
            {raisedByUid && <Who what={words.by} uid={raisedByUid} />}
            {closedAt && ` · ${words.closed(formatDistance(closedAt))}`}
          </p>
          {ackedAt && (
            <p className="text-ink-3 text-sm">
              {words.acked(formatDistance(ackedAt))}
              {ackedByUid && <Who what={words.by} uid={ackedByUid} />}
              {ackNote && (
                <>
                  {': '}
                  <bdi className="break-words text-ink-2">{ackNote}</bdi>
                </>
              )}
            </p>
          )}
        </div>
        {!ackedAt && !closedAt && <Button onClick={() => setAsking(true)}>{words.acknowledge}</Button>}
      </div>
      {isAsking && <AcknowledgeDialog id={id} message={message} onClose={() => setAsking(false)} />}
    </li>
  )
}

const Who = ({ what, uid }: { readonly what: string; readonly uid: string }): ReactNode => (
  <>
    {` ${what} `}
    <UserName uid={uid} />
  </>
)

interface DialogProps {
  readonly id: string
  readonly message: string
  readonly onClose: () => void
}

const longestNote = 1_000

/** Acknowledges an alert on behalf of the reader, with a note for the others. */
function AcknowledgeDialog({ id, message, onClose }: DialogProps) {
  const { admin, shell } = useMessages('admin')
  const words = admin.alerts
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const acknowledge = useMutation({
    mutationFn: () => api.acknowledgeAlert({ id, ...(note.trim() && { note: note.trim() }) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      void queries.invalidateQueries({ queryKey: ['admin-overview'] })
      onClose()
    },
  })
  return (
    <Dialog title={words.acknowledge} lead={message} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          acknowledge.mutate()
        }}
      >
        <Field
          label={words.note}
          hint={words.noteHint}
          maxLength={longestNote}
          autoFocus
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {acknowledge.error && <ProblemBanner error={acknowledge.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={acknowledge.isPending}>
            {words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
