import type { Item } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { listWords } from '#web/lib/list-words.ts'
import { nameField } from '#web/lib/name-field.ts'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { DayHeading } from '#web/posts/day-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SubjectLink } from './subject-link.tsx'

/** An entry with the words for its actor. */
interface ShownEntry extends Pick<Item<'listMyAuditLog', 'entries'>, 'id' | 'at' | 'action' | 'subject' | 'changes'> {
  readonly who: string
  readonly face: { readonly name: string; readonly url?: string | null | undefined }
  /** The way in which the person acted, if it is not the web app. */
  readonly way?: string | null
}

interface ListProps {
  readonly log: {
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
    readonly fetchNextPage: () => unknown
  }
  /** Undefined while they load. */
  readonly entries: readonly ShownEntry[] | undefined
  /** The words for an empty list. */
  readonly empty: string
}

/** A list of actions, newest first, which continues on request. */
export function EntryList({ log, entries, empty }: ListProps) {
  const { activity, settings } = useMessages('activity')
  return (
    <>
      {log.error && <ProblemBanner error={log.error} onRetry={() => void log.refetch()} />}
      {!entries && !log.error && <WaitingRows count={8} />}
      {entries?.length === 0 && <EmptyState icon="clock" title={empty} />}
      {entries && entries.length > 0 && (
        <RowList label={settings.tabs.activity}>
          {entries.map((entry, nth) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              isFirst={nth === 0}
              day={dayOf(entry) === dayOf(entries[nth - 1]) ? undefined : dayOf(entry)}
            />
          ))}
        </RowList>
      )}
      {log.hasNextPage && (
        <Button className="justify-self-center" isBusy={log.isFetching} onClick={() => void log.fetchNextPage()}>
          {activity.more}
        </Button>
      )}
    </>
  )
}

const dayOf = (entry: ShownEntry | undefined): string | undefined => entry && dayKey(new Date(entry.at))

interface RowProps {
  readonly entry: ShownEntry
  /** The day, in the first of its entries. */
  readonly day: string | undefined
  readonly isFirst: boolean
}

function EntryRow({ entry, day, isFirst }: RowProps) {
  const { action, at, subject, changes, who, face, way } = entry
  const { activity } = useMessages('activity')
  // The names of other actions show what they changed.
  const fields = /(updated|changed)$/.test(action)
    ? Object.keys(changes).map((field) => nameField(field, activity.sayField))
    : []
  return (
    <li>
      {day && <DayHeading day={day} className={isFirst ? 'rounded-t-lg' : ''} />}
      <div className="flex items-start gap-3 px-4 py-3">
        <span className="pt-0.5">
          <Face name={face.name} url={face.url} size={28} />
        </span>
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words font-medium">{activity.say(action)}</span>
            <time dateTime={at} title={formatDayAndTime(at)} className="nums text-ink-3 text-sm">
              {formatTime(at)}
            </time>
          </p>
          <p className="flex min-w-0 gap-x-1.5 text-ink-3 text-sm">
            <span className="max-w-1/2 shrink-0 truncate">
              <bdi className="text-ink-2">{who}</bdi>
              {way && (
                <>
                  {' · '}
                  <bdi>{way}</bdi>
                </>
              )}
              {' ·'}
            </span>
            <SubjectLink subject={subject} changes={changes} />
          </p>
          {fields.length > 0 && <p className="break-words text-ink-3 text-sm">{activity.changed(listWords(fields))}</p>}
        </div>
      </div>
    </li>
  )
}
