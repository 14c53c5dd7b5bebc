import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nameField } from '#web/lib/name-field.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { UserName } from '../parts/user-name.tsx'
import type { AuditFilter } from './audit-log-search.ts'
import { type Entry, findNetwork, sayValue } from './entry-words.ts'

interface DialogProps {
  readonly entry: Entry
  readonly onFilter: (filter: AuditFilter) => void
  readonly onClose: () => void
}

/** Shows a complete entry with its changed fields, and links to similar entries. */
export function EntryDialog({ entry, onFilter, onClose }: DialogProps) {
  const { admin, shell } = useMessages('admin')
  const { activity } = useMessages('activity')
  const words = admin.auditLog
  const { id, action, actor, at, subject, changes, requestId } = entry
  const network = findNetwork(entry)
  return (
    <Dialog isWide title={activity.say(action)} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:gap-x-6">
        <Fact name={words.who}>
          {actor.uid ? <UserName uid={actor.uid} /> : words.service}
          {actor.keyId && <Id what={words.withKey} id={actor.keyId} />}
          {actor.appId && <Id what={words.throughApp} id={actor.appId} />}
        </Fact>
        <Fact name={words.when}>
          <time dateTime={at} title={at}>
            {formatDayAndTime(at)}
          </time>
          <span className="text-ink-3"> · {formatDistance(at)}</span>
        </Fact>
        <Fact name={words.what}>
          <Code>{action}</Code>
        </Fact>
        <Fact name={words.subject}>
          {network && `${network} `}
          <Code>{subject}</Code>
        </Fact>
        {requestId && (
          <Fact name={words.request}>
            <Code>{requestId}</Code>
          </Fact>
        )}
        <Fact name={words.id}>
          <Code>{id}</Code>
        </Fact>
      </dl>
      <ChangeList changes={changes} />
      <DialogActions>
        <Button variant="quiet" onClick={() => onFilter({ subject })}>
          {words.sameSubject}
        </Button>
        {actor.uid && (
          <Button variant="quiet" onClick={() => actor.uid && onFilter({ actor: actor.uid })}>
            {words.sameActor}
          </Button>
        )}
        <Button onClick={onClose}>{shell.close}</Button>
      </DialogActions>
    </Dialog>
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

const Code = ({ children }: { readonly children: string }) => (
  <code className="break-all font-mono text-xs">{children}</code>
)

const Id = ({ what, id }: { readonly what: string; readonly id: string }) => (
  <span className="text-ink-3">
    {' '}
    {what} <Code>{id}</Code>
  </span>
)

/** The changed fields, each before and after. */
function ChangeList({ changes }: { readonly changes: Entry['changes'] }) {
  const { admin } = useMessages('admin')
  const { activity } = useMessages('activity')
  const words = admin.auditLog
  const fields = Object.entries(changes)
  if (fields.length === 0) return <p className="text-ink-3">{words.noChanges}</p>
  return (
    <section className="grid min-w-0 gap-3">
      <h3 className="font-medium">{words.changes}</h3>
      <ul className="grid gap-3">
        {fields.map(([field, change]) => {
          const { from, to } = readChange(change)
          const name = nameField(field, activity.sayField)
          return (
            <li key={field} className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="inline-block first-letter:uppercase">{name}</span>
                {name.toLowerCase() !== field.toLowerCase() && (
                  <code className="font-mono text-ink-3 text-xs">{field}</code>
                )}
              </p>
              <dl className="grid gap-2 sm:grid-cols-2">
                <Value name={words.before} value={from} />
                <Value name={words.after} value={to} />
              </dl>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const words = useMessages('admin').admin.auditLog
  const text = sayValue(value)
  return (
    <div className="grid min-w-0 content-start gap-0.5 rounded-md border border-line bg-sunken px-3 py-2">
      <dt className="text-ink-3 text-xs">{name}</dt>
      <dd className="min-w-0">
        {text === null ? (
          <span className="text-ink-3">{words.none}</span>
        ) : (
          <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
        )}
      </dd>
    </div>
  )
}

/** Reads a change. Any other value is treated as the new value. */
const readChange = (change: unknown): { readonly from: unknown; readonly to: unknown } =>
  typeof change === 'object' && change !== null && 'from' in change && 'to' in change
    ? { from: change.from, to: change.to }
    : { from: null, to: change }
