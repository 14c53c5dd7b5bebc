import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDistance } from '#web/lib/time.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { timeOf } from '#web/posts/post-time.ts'
import { FillDialog } from '#web/posts/times/fill-dialog.tsx'
import { openDraftsQuery } from '#web/posts/times/open-drafts-query.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { FilterStrip } from '#web/ui/toolbar.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AutoScheduleDialog } from './auto/auto-schedule-dialog.tsx'
import { NextPosts } from './next-posts.tsx'
import { queueQuery } from './queue-query.ts'
import { useQueueTimes } from './times/queue-times.ts'
import { useOrder } from './times/use-order.ts'
import { WeeklyCard } from './times/weekly-card.tsx'
import { QueueToolbar } from './toolbar.tsx'
import { UnderWay } from './under-way.tsx'

export { readAhead } from './queue-query.ts'

/** The posts to be published, in order, and what each of them is waiting for. */
export function QueuePage() {
  const { queue, rehearsal, slots } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/queue' })
  const { from, plan, times: _, saved: __, ...filter } = search
  const isNarrowed = Object.keys(filter).length > 0
  const navigate = useNavigate({ from: '/p/$profileId/queue' })
  const { mayPublish } = useRights()
  const isNarrow = useNarrow()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const posts = useQuery(queueQuery(profileId, filter, from))
  const openDrafts = useQuery(openDraftsQuery(profileId))
  const drafts = openDrafts.data ?? []
  const times = useQueueTimes(profileId, search)
  const order = useOrder(times.plan?.id ?? '')
  const [filling, setFilling] = useState<string | null>(null)
  const openPlan = (isOpen: boolean) =>
    void navigate({ search: ({ plan: _, ...search }) => (isOpen ? { ...search, plan: true } : search) })
  const auto = (variant: 'primary' | 'plain') =>
    mayPublish &&
    drafts.length > 0 && (
      <Button variant={variant} onClick={() => openPlan(true)}>
        {queue.planDrafts(drafts.length)}
      </Button>
    )
  if (posts.isPending || openDrafts.isPending || times.isPending)
    return (
      <Page title={queue.title} namesZone>
        <WaitingRows count={6} />
      </Page>
    )
  const { underWay = [], next = [], hasMore = false } = posts.data ?? {}
  const isEmpty = posts.data && underWay.length + next.length === 0 && times.slots.length === 0
  const [first] = next
  const summary =
    first && from === undefined ? queue.summary(next.length, hasMore, formatDistance(timeOf(first))) : undefined
  const last = next.at(-1)
  const lastDay = last && dayKey(new Date(timeOf(last)))
  // Beyond the last known post, a time may look free without being so.
  const shownSlots = hasMore && last ? times.slots.filter(({ at }) => at <= timeOf(last)) : times.slots
  const actions = !isEmpty && (
    <>
      {times.plan === null && (
        <>
          {mayPublish && (
            <Link to="/p/$profileId/settings/posting-times" params={{ profileId }} className={buttonStyle('plain')}>
              {slots.setUp}
            </Link>
          )}
          <Link to="/p/$profileId/rehearsal" params={{ profileId }} className={buttonStyle('plain')}>
            {rehearsal.open}
          </Link>
        </>
      )}
      {auto('plain')}
    </>
  )
  return (
    <Page
      title={queue.title}
      namesZone
      state={summary && <p className="nums text-ink-3 max-sm:hidden">{summary}</p>}
      actions={!isNarrow && actions}
    >
      {/* In the bar, they would make it taller on a phone when they come, and move the page. */}
      {isNarrow && actions && (
        <div className="-mb-2 flex flex-wrap gap-2 has-[>:empty]:hidden">
          <FilterStrip>{actions}</FilterStrip>
        </div>
      )}
      {(!isEmpty || isNarrowed || from !== undefined) && <QueueToolbar />}
      {posts.error && <ProblemBanner error={posts.error} onRetry={() => void posts.refetch()} />}
      {isEmpty &&
        (drafts.length > 0 ? (
          <EmptyState
            icon="queue"
            title={queue.empty}
            lead={queue.emptyWithDrafts(drafts.length)}
            action={auto('primary')}
          />
        ) : (
          <EmptyPosts profileId={profileId} icon="queue" title={queue.empty} lead={queue.emptyLead} />
        ))}
      {times.error && <ProblemBanner error={times.error} />}
      <div
        className={
          times.plan
            ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] lg:max-xl:grid-cols-[minmax(0,1fr)_17rem]'
            : 'contents'
        }
      >
        <div className={times.plan ? 'grid grid-cols-[minmax(0,1fr)] gap-6' : 'contents'}>
          {underWay.length > 0 && <UnderWay posts={underWay} accounts={accounts} />}
          <NextPosts
            profileId={profileId}
            posts={next}
            slots={shownSlots}
            isDimmed={posts.isPlaceholderData}
            onFill={setFilling}
            onPlace={order.move}
          />
          {hasMore && (
            <div className="flex flex-wrap justify-center gap-2">
              {lastDay !== undefined && lastDay !== from && (
                <Link
                  to="/p/$profileId/queue"
                  params={{ profileId }}
                  search={{ ...search, from: lastDay }}
                  className={buttonStyle('plain')}
                >
                  {queue.later}
                </Link>
              )}
              <Link
                to="/p/$profileId/posts"
                params={{ profileId }}
                search={{ tab: 'scheduled', ...filter }}
                className={buttonStyle('plain')}
              >
                {queue.allScheduled}
              </Link>
            </div>
          )}
        </div>
        {times.plan && (
          <WeeklyCard
            profileId={profileId}
            plans={times.plans}
            plan={times.plan}
            slots={times.slots}
            mayShuffle={times.slots.filter(({ isPlanned }) => isPlanned).length > 1}
            onChoose={(id) => void navigate({ search: (before) => ({ ...before, times: id }), replace: true })}
            onShuffle={order.shuffle}
          />
        )}
      </div>
      {filling !== null && times.plan && (
        <FillDialog
          profileId={profileId}
          planId={times.plan.id}
          at={filling}
          drafts={drafts}
          onClose={() => setFilling(null)}
        />
      )}
      {plan && mayPublish && drafts.length > 0 && (
        <AutoScheduleDialog profileId={profileId} drafts={drafts} onClose={() => openPlan(false)} />
      )}
    </Page>
  )
}
