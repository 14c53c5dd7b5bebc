import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, startOfDay } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostRow } from '#web/posts/post-row.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AccountFilter } from './account-filter.tsx'
import { AutoScheduleDialog } from './auto/auto-schedule-dialog.tsx'
import { openDraftsQuery, queueQuery } from './queue-query.ts'
import { UnderWay } from './under-way.tsx'

export { readAhead } from './queue-query.ts'

/** The posts to be published, in order, and what each of them is waiting for. */
export function QueuePage() {
  const { queue } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { account, plan } = useSearch({ from: '/p/$profileId/queue' })
  const navigate = useNavigate({ from: '/p/$profileId/queue' })
  const { mayWrite } = useRights()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const posts = useQuery(queueQuery(profileId, account))
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
  const isEmpty = posts.data && posts.data.underWay.length + posts.data.next.length === 0
  // The drafts button makes the page header taller on a phone.
  if (posts.isPending || openDrafts.isPending)
    return (
      <Page title={queue.title} lead={queue.lead}>
        <WaitingRows count={6} />
      </Page>
    )
  return (
    <Page title={queue.title} lead={queue.lead} actions={!isEmpty && auto('plain')}>
      {accounts.length > 1 && <AccountFilter accounts={accounts} chosen={account} />}
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
      {posts.data && posts.data.underWay.length > 0 && <UnderWay posts={posts.data.underWay} accounts={accounts} />}
      {posts.data && <NextPosts posts={posts.data.next} isDimmed={posts.isPlaceholderData} />}
      {posts.data?.hasMore && (
        <Link
          to="/p/$profileId/posts"
          params={{ profileId }}
          search={{ tab: 'scheduled' }}
          className={`${buttonStyle('plain')} justify-self-center`}
        >
          {queue.allScheduled}
        </Link>
      )}
      {plan && mayWrite && drafts.length > 0 && (
        <AutoScheduleDialog profileId={profileId} drafts={drafts} onClose={() => openPlan(false)} />
      )}
    </Page>
  )
}

interface NextProps {
  readonly posts: readonly Post[]
  /** True while the posts of another account are still shown. */
  readonly isDimmed: boolean
}

/** The scheduled posts by day. */
export function NextPosts({ posts, isDimmed }: NextProps) {
  const { calendar, queue } = useMessages()
  const [moving, setMoving] = useState<Post | null>(null)
  const days = groupBy(posts, (post) => dayKey(new Date(timeOf(post))))
  const nameOf = (key: string) =>
    key === dayKey(nowDate()) ? `${calendar.today} · ${formatDay(startOfDay(key))}` : formatDay(startOfDay(key))
  return (
    <div aria-busy={isDimmed} className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${isDimmed ? 'opacity-60' : ''}`}>
      {[...days].map(([key, ofDay]) => (
        <section key={key} aria-label={nameOf(key)} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h2 className="flex items-baseline gap-2 font-medium text-ink-2">
            {nameOf(key)}
            {ofDay.length > 1 && (
              <span className="nums font-normal text-ink-3 text-sm">{queue.count(ofDay.length)}</span>
            )}
          </h2>
          <RowList label={nameOf(key)}>
            {ofDay.map((post) => (
              <li key={post.id}>
                <PostRow post={post} usual="scheduled" time={formatTime(timeOf(post))} onMove={() => setMoving(post)} />
              </li>
            ))}
          </RowList>
        </section>
      ))}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}
