import type { Item } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { nameField } from '#web/lib/name-field.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { SubjectLink } from './subject-link.tsx'

type Entry = Item<'listMyAuditLog', 'entries'>

/** Lists what the user did, and what others did to the user's resources, newest first. */
export function ActivityPage() {
  const { account, settings } = useMessages()
  const log = useInfiniteQuery({
    queryKey: ['audit-log'],
    queryFn: ({ pageParam }) => api.listMyAuditLog(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <SettingsFrame tab="activity">
      {log.error && <ProblemBanner error={log.error} onRetry={() => void log.refetch()} />}
      {!log.data && !log.error && <WaitingRows count={8} />}
      {log.data && entries.length === 0 && <EmptyState icon="clock" title={account.activity.empty} />}
      {entries.length > 0 && (
        <RowList label={settings.tabs.activity}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </RowList>
      )}
      {log.hasNextPage && (
        <Button className="justify-self-center" isBusy={log.isFetching} onClick={() => void log.fetchNextPage()}>
          {account.activity.more}
        </Button>
      )}
    </SettingsFrame>
  )
}

/** The labels of actors other than people. */
const programs = { 'api-key': 'key', app: 'app', system: 'system' } as const

function EntryRow({ entry: { action, actor, at, subject, changes } }: { readonly entry: Entry }) {
  const { account } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const person = usePerson(profileId)(actor.uid)
  const session = useSession()
  const own = session.state === 'in' ? session.signedIn.user.uid : null
  const who =
    actor.kind === 'user'
      ? actor.uid === own
        ? account.activity.you
        : (person?.name ?? account.activity.other)
      : account.activity[programs[actor.kind]]
  // The names of other actions show what they changed.
  const fields = /(updated|changed)$/.test(action)
    ? Object.keys(changes).map((field) => nameField(field, account.activity.sayField))
    : []
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <span className="pt-0.5">
          <Face name={person?.name ?? who} url={person?.avatarUrl} size={28} />
        </span>
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words font-medium">{account.activity.say(action)}</span>
            <time dateTime={at} className="nums text-ink-3 text-sm max-sm:text-xs">
              {formatDayAndTime(at)}
            </time>
          </p>
          <p className="flex min-w-0 gap-x-1.5 text-ink-3 text-sm">
            <span className="max-w-1/2 shrink-0 truncate">
              <bdi className="text-ink-2">{who}</bdi> ·
            </span>
            <SubjectLink subject={subject} changes={changes} />
          </p>
          {fields.length > 0 && (
            <p className="break-words text-ink-3 text-sm">{account.activity.changed(listWords(fields))}</p>
          )}
        </div>
      </div>
    </li>
  )
}
