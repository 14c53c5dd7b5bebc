import { Popover } from '@base-ui/react/popover'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { api } from '../api.ts'
import { noticesQuery } from '../notices-query.ts'

interface ListProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

type Notice = Awaited<ReturnType<typeof api.listNotices>>['notices'][number]

/** The part of the bell that is fetched shortly before use: the notices by day. */
export function BellList({ button, isOpen, onOpenChange }: ListProps) {
  const { notices } = useMessages()
  const queries = useQueryClient()
  const list = useQuery(noticesQuery)
  const read = useMutation({
    mutationFn: (which: Parameters<typeof api.readNotices>[0]) => api.readNotices(which),
    onSuccess: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
  const days = groupBy(list.data?.notices ?? [], ({ createdAt }) => dayKey(new Date(createdAt)))
  const error = list.error ?? read.error
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next, { event }) => {
        // The bell toggles the list. Closed before that, it would open again.
        if (event.type !== 'keydown' && event.target instanceof Node && button.current?.contains(event.target)) return
        onOpenChange(next)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={button} sideOffset={6} align="start" className="z-30">
          <Popover.Popup
            finalFocus={button}
            className="max-h-(--available-height) w-96 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-lg bg-raised shadow-3 outline-none ring-1 ring-line-2"
          >
            <div className="flex min-h-11 items-center justify-between gap-2 border-line border-b ps-4 pe-2">
              <Popover.Title className="font-semibold">{notices.title}</Popover.Title>
              {(list.data?.unread ?? 0) > 0 && (
                <Button variant="quiet" isSmall isBusy={read.isPending} onClick={() => read.mutate({ all: true })}>
                  {notices.readAll}
                </Button>
              )}
            </div>
            {error && <ProblemBanner error={error} onRetry={() => void list.refetch()} />}
            {!list.data && !error && <Loading />}
            {list.data?.notices.length === 0 && (
              <div className="grid gap-1 px-4 py-8 text-center">
                <p className="font-medium">{notices.none}</p>
                <p className="text-ink-2 text-sm">{notices.noneLead}</p>
              </div>
            )}
            {[...days].map(([day, ofDay]) => (
              <section key={day} aria-labelledby={`notices-${day}`}>
                <h3 id={`notices-${day}`} className="flex min-h-8 items-center bg-sunken px-4 text-ink-2 text-xs">
                  <DayName day={day} />
                </h3>
                <ul className="divide-y divide-line">
                  {ofDay.map((notice) => (
                    <li key={notice.id}>
                      <NoticeLink
                        notice={notice}
                        onFollow={() => {
                          onOpenChange(false)
                          if (notice.readAt === null) read.mutate({ ids: [notice.id] })
                        }}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function DayName({ day }: { readonly day: string }) {
  const { notices } = useMessages()
  const today = dayKey(nowDate())
  if (day === today) return notices.today
  return day === shiftDay(today, -1) ? notices.yesterday : formatDay(new Date(`${day}T12:00Z`))
}

/** A notice, which leads to what it is about. */
function NoticeLink({ notice, onFollow }: { readonly notice: Notice; readonly onFollow: () => void }) {
  const { notices } = useMessages()
  const { profileId, postId, kind, readAt, solvedAt, createdAt } = notice
  const says = notices.says[kind]({
    brand: notice.profileName,
    handle: notice.accountHandle ?? '',
    by: notice.byName ?? notices.someone,
    day: notice.expiresAt ? formatDay(new Date(notice.expiresAt)) : '',
  })
  const words = notice.note ?? notice.excerpt ?? ''
  const content = (
    <>
      <span className="flex items-start gap-2">
        <span
          className={`mt-1.5 size-2 shrink-0 rounded-full ${readAt === null ? 'bg-brand' : 'bg-transparent'}`}
          {...(readAt === null ? { role: 'img', 'aria-label': notices.unread } : {})}
        />
        <span className={`wrap-anywhere flex-1 ${readAt === null ? 'font-medium' : ''}`}>{says}</span>
        <time dateTime={createdAt} className="nums text-ink-3 text-xs leading-5">
          {formatTime(createdAt)}
        </time>
      </span>
      {(words !== '' || solvedAt !== null) && (
        <span className="flex items-center gap-2 ps-4 text-ink-2 text-sm">
          <OneLine className="flex-1">{words}</OneLine>
          {solvedAt !== null && <span className="text-published text-xs">{notices.solved}</span>}
        </span>
      )}
    </>
  )
  const className = 'grid min-h-14 content-center gap-0.5 px-4 py-2 -outline-offset-2 hover:bg-sunken'
  return postId === null ? (
    <Link
      to={kind === 'inbox_morning' ? '/p/$profileId/inbox' : '/p/$profileId/connections'}
      params={{ profileId }}
      className={className}
      onClick={onFollow}
    >
      {content}
    </Link>
  ) : (
    <Link
      to="/p/$profileId/posts/$postId"
      params={{ profileId, postId }}
      {...(notice.teamCommentId === null ? {} : { hash: notice.teamCommentId })}
      className={className}
      onClick={onFollow}
    >
      {content}
    </Link>
  )
}
