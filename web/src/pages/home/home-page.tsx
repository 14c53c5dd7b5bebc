import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { AccountsInNeed } from './accounts-in-need.tsx'
import { homePostsQuery } from './home-posts.ts'
import { PostsPanel } from './posts-panel.tsx'
import { StarterCard } from './starter-card.tsx'

/** Answers two questions: is all well, and what comes next? */
export function HomePage() {
  const { home } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const accounts = useQuery(accountsQuery(profileId))
  const needy = useQuery(homePostsQuery(profileId, 'needsYou'))
  const next = useQuery(homePostsQuery(profileId, 'next'))
  const recent = useQuery(homePostsQuery(profileId, 'recent'))
  const error = accounts.error ?? needy.error ?? next.error ?? recent.error
  if (error) {
    const readAgain = () => void Promise.all([accounts, needy, next, recent].map((query) => query.refetch()))
    return (
      <Page title={home.title}>
        <ProblemBanner error={error} onRetry={readAgain} />
      </Page>
    )
  }
  if (!accounts.data || !needy.data || !next.data || !recent.data) return <Page title={home.title}>{null}</Page>
  const reconnect = accounts.data.filter(({ status }) => status === 'needs_reconnect')
  const isWell = needy.data.length === 0 && reconnect.length === 0
  return (
    <Page title={home.title}>
      <StarterCard profileId={profileId} hasAccounts={accounts.data.length > 0} hasPublished={recent.data.length > 0} />
      <section aria-labelledby="needs-you" className="grid gap-3">
        <h2 id="needs-you" className="font-semibold text-lg">
          {home.needsYou}
        </h2>
        {isWell && <p className="text-ink-3">{home.allWell}</p>}
        <AccountsInNeed profileId={profileId} accounts={reconnect} />
        {needy.data.length > 0 && <PostsPanel profileId={profileId} posts={needy.data} />}
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <section aria-labelledby="next" className="grid content-start gap-3">
          <h2 id="next" className="font-semibold text-lg">
            {home.next}
          </h2>
          <PostsPanel profileId={profileId} posts={next.data} whenEmpty={home.nothingNext} />
        </section>
        <section aria-labelledby="recent" className="grid content-start gap-3">
          <h2 id="recent" className="font-semibold text-lg">
            {home.recent}
          </h2>
          <PostsPanel profileId={profileId} posts={recent.data} whenEmpty={home.nothingRecent} />
        </section>
      </div>
    </Page>
  )
}
