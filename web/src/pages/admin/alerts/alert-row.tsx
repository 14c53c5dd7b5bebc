import type { Item } from '@posthorn/sdk'
import { type ReactNode, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { UserName } from '../parts/user-name.tsx'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'

type Alert = Item<'listAlerts', 'alerts'>

const tones: Readonly<Record<Alert['severity'], Tone>> = { info: 'quiet', warning: 'waiting', critical: 'bad' }

/** An alert: what is wrong, since when, who looks after it, and whether it is over. */
export function AlertRow({ alert }: { readonly alert: Alert }) {
  const words = useMessages('admin').admin.alerts
  const { id, kind, severity, createdAt, closedAt, ackedAt, ackedByUid, ackNote, raisedByUid } = alert
  // What a person wrote stays as it is.
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
