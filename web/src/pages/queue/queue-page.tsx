import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AccountFilter } from './account-filter.tsx'
import { AutoScheduleDialog } from './auto/auto-schedule-dialog.tsx'
import { NextPosts } from './next-posts.tsx'
import { openDraftsQuery, queueQuery } from './queue-query.ts'
import { UnderWay } from './under-way.tsx'

export { readAhead } from './queue-query.ts'

/** The posts to go out, in their order, and what each of them waits for. */
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
  const auto = (look: 'primary' | 'plain') =>
    mayWrite &&
    drafts.length > 0 && (
      <Button look={look} onClick={() => openPlan(true)}>
        {queue.planDrafts(drafts.length)}
      </Button>
    )
  const isEmpty = posts.data && posts.data.underWay.length + posts.data.next.length === 0
  // The button for the drafts makes the head of the page taller on a phone.
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
          className={`${buttonLook('plain')} justify-self-center`}
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
