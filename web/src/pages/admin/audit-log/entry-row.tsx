import { useMessages } from '#web/i18n/index.ts'
import { nameField } from '#web/lib/name-field.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { useUserName } from '../parts/user-name.tsx'
import { type Entry, findNetwork } from './entry-words.ts'

interface RowProps {
  readonly entry: Entry
  readonly onOpen: () => void
}

/** An entry: what was done, to what, by whom, and when. */
export function EntryRow({ entry, onOpen }: RowProps) {
  const { account, admin } = useMessages('admin')
  const words = admin.auditLog
  const { action, actor, at, subject, changes } = entry
  const name = useUserName(actor.uid)
  const network = findNetwork(entry)
  const fields = Object.keys(changes).map((field) => nameField(field, account.activity.sayField))
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-14 w-full gap-x-4 gap-y-0.5 px-4 py-2.5 text-start hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="break-words font-medium">{account.activity.say(action)}</span>
        <time dateTime={at} className="nums text-ink-3 text-sm sm:row-span-2">
          {formatDayAndTime(at)}
        </time>
        <span className="min-w-0 break-words text-ink-3 text-sm">
          <bdi className="text-ink-2">{name ?? words.service}</bdi>
          {actor.kind === 'api-key' && ` (${words.withKey})`}
          {actor.kind === 'app' && ` (${words.throughApp})`}
          {' · '}
          {network ?? <code className="break-all font-mono text-xs">{subject}</code>}
          {fields.length > 0 && ` · ${fields.join(', ')}`}
        </span>
      </button>
    </li>
  )
}
