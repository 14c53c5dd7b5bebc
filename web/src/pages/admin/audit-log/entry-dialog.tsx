import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFooter } from '../parts/dialog-footer.tsx'
import { UserName } from '../parts/user-name.tsx'
import type { AuditFilter } from './audit-log-search.ts'
import { ChangeList } from './change-list.tsx'
import { type Entry, findNetwork } from './entry-words.ts'

interface DialogProps {
  readonly entry: Entry
  readonly onFilter: (filter: AuditFilter) => void
  readonly onClose: () => void
}

/** Shows an entry whole, with the fields that changed, and leads to the entries that are like it. */
export function EntryDialog({ entry, onFilter, onClose }: DialogProps) {
  const { account, admin, shell } = useMessages('admin')
  const words = admin.auditLog
  const { id, action, actor, at, subject, changes, requestId } = entry
  const network = findNetwork(entry)
  return (
    <Dialog isWide title={account.activity.say(action)} onClose={onClose}>
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
      <DialogFooter>
        <Button look="quiet" onClick={() => onFilter({ subject })}>
          {words.sameSubject}
        </Button>
        {actor.uid && (
          <Button look="quiet" onClick={() => actor.uid && onFilter({ actor: actor.uid })}>
            {words.sameActor}
          </Button>
        )}
        <Button onClick={onClose}>{shell.close}</Button>
      </DialogFooter>
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
