import { type ReactNode, useState } from 'react'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { UserName } from '../parts/user-name.tsx'
import { ticketStates } from './tickets-search.ts'
import { type Ticket, useTriage } from './use-tickets.ts'

interface DialogProps {
  readonly ticket: Ticket
  readonly onClose: () => void
}

const longest = 5_000

/** Handles a ticket: assignee, state, internal note and a reply by email. */
export function TicketDialog({ ticket, onClose }: DialogProps) {
  const { admin, shell } = useMessages('admin')
  const words = admin.tickets
  const { id, kind, message, status, note: storedNote } = ticket
  const [state, setState] = useState(status)
  const [note, setNote] = useState(storedNote ?? '')
  const [answer, setAnswer] = useState('')
  const triage = useTriage(id)
  const kinds: Readonly<Record<string, string>> = words.kinds
  const save = () =>
    triage.mutate(
      {
        status: state,
        note: note.trim() === '' ? null : note.trim(),
        ...(answer.trim() !== '' && { answer: answer.trim() }),
      },
      { onSuccess: onClose },
    )
  const fault = faultOf(triage.error, '/answer')
  return (
    <Dialog isWide title={kinds[kind] ?? kind} onClose={onClose}>
      <bdi className="whitespace-pre-wrap break-words">{message}</bdi>
      <Facts ticket={ticket} />
      <form
        className="grid gap-4 border-line border-t pt-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Keeper ticket={ticket} />
        <SelectField
          label={words.state}
          value={state}
          options={words.states}
          onChange={({ target }) => setState(ticketStates.find((one) => one === target.value) ?? state)}
        />
        <TextArea
          label={words.note}
          hint={words.noteHint}
          dir="auto"
          maxLength={longest}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <TextArea
          label={words.answer}
          hint={words.answerHint}
          error={fault}
          dir="auto"
          maxLength={longest}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        {triage.error && !fault && <ProblemBanner error={triage.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={triage.isPending}>
            {answer.trim() === '' ? shell.save : words.saveAndMail}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Facts({
  ticket: { subject, reporterUid, ownerUid, createdAt, answer, answeredAt },
}: Pick<DialogProps, 'ticket'>) {
  const words = useMessages('admin').admin.tickets
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:gap-x-6">
      <Fact name={words.from}>
        <UserName uid={reporterUid ?? ownerUid} />
      </Fact>
      <Fact name={words.about}>
        <code className="break-all font-mono text-sm">{subject}</code>
      </Fact>
      <Fact name={words.since}>{formatDayAndTime(createdAt)}</Fact>
      {answer && answeredAt && (
        <Fact name={words.answeredAt(formatDistance(answeredAt))}>
          <bdi className="whitespace-pre-wrap break-words">{answer}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

/** Shows who is assigned to a ticket, and lets the reader take or release it. */
function Keeper({ ticket: { id, assigneeUid } }: Pick<DialogProps, 'ticket'>) {
  const words = useMessages('admin').admin.tickets
  const session = useSession()
  const triage = useTriage(id)
  const me = session.state === 'in' ? session.signedIn.user.uid : null
  const assign = (uid: string | null) => triage.mutate({ assigneeUid: uid })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {assigneeUid ? (
          <>
            {words.keptBy} <UserName uid={assigneeUid} />
          </>
        ) : (
          words.freeLead
        )}
      </p>
      {me !== null && (
        <Button isBusy={triage.isPending} onClick={() => assign(assigneeUid === me ? null : me)}>
          {assigneeUid === me ? words.giveBack : words.take}
        </Button>
      )}
      {triage.error && <ProblemBanner error={triage.error} />}
    </div>
  )
}
