import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDistance } from '#web/lib/time.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { timeOf } from '#web/posts/post-time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AutoScheduleDialog } from './auto/auto-schedule-dialog.tsx'
import { NextPosts } from './next-posts.tsx'
import { openDraftsQuery, queueQuery } from './queue-query.ts'
import { QueueToolbar } from './toolbar.tsx'
import { UnderWay } from './under-way.tsx'

export { readAhead } from './queue-query.ts'

/** The posts to be published, in order, and what each of them is waiting for. */
export function QueuePage() {
  const { queue, rehearsal } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { account, from, plan } = useSearch({ from: '/p/$profileId/queue' })
  const navigate = useNavigate({ from: '/p/$profileId/queue' })
  const { mayWrite } = useRights()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const posts = useQuery(queueQuery(profileId, account, from))
  const openDrafts = useQuery(openDraftsQuery(profileId))
  const drafts = openDrafts.data ?? []
  const openPlan = (isOpen: boolean) =>
    void navigate({ search: ({ plan: _, ...search }) => (isOpen ? { ...search, plan: true } : search) })
  const auto = (variant: 'primary' | 'plain') =>
    mayWrite &&
    drafts.length > 0 && (
      <Button variant={variant} onClick={() => openPlan(true)}>
        {queue.planDrafts(drafts.length)}
      </Button>
    )
  // The drafts button makes the page header taller on a phone.
  if (posts.isPending || openDrafts.isPending)
    return (
      <Page title={queue.title}>
        <WaitingRows count={6} />
      </Page>
    )
  const { underWay = [], next = [], hasMore = false } = posts.data ?? {}
  const isEmpty = posts.data && underWay.length + next.length === 0
  const [first] = next
  const summary =
    first && from === undefined ? queue.summary(next.length, hasMore, formatDistance(timeOf(first))) : undefined
  const last = next.at(-1)
  const lastDay = last && dayKey(new Date(timeOf(last)))
  return (
    <Page
      title={queue.title}
      state={summary && <p className="nums text-ink-3">{summary}</p>}
      actions={
        !isEmpty && (
          <>
            <Link to="/p/$profileId/rehearsal" params={{ profileId }} className={buttonStyle('plain')}>
              {rehearsal.open}
            </Link>
            {auto('plain')}
          </>
        )
      }
    >
      {(!isEmpty || account !== undefined || from !== undefined) && <QueueToolbar />}
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
      {underWay.length > 0 && <UnderWay posts={underWay} accounts={accounts} />}
      <NextPosts posts={next} isDimmed={posts.isPlaceholderData} />
      {hasMore && (
        <div className="flex flex-wrap justify-center gap-2">
          {lastDay !== undefined && lastDay !== from && (
            <Link
              to="/p/$profileId/queue"
              params={{ profileId }}
              search={{ ...(account !== undefined && { account }), from: lastDay }}
              className={buttonStyle('plain')}
            >
              {queue.later}
            </Link>
          )}
          <Link
            to="/p/$profileId/posts"
            params={{ profileId }}
            search={{ tab: 'scheduled' }}
            className={buttonStyle('plain')}
          >
            {queue.allScheduled}
          </Link>
        </div>
      )}
      {plan && mayWrite && drafts.length > 0 && (
        <AutoScheduleDialog profileId={profileId} drafts={drafts} onClose={() => openPlan(false)} />
      )}
    </Page>
  )
}
