import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { linkLook } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { AccountsInNeed } from './accounts-in-need.tsx'
import { homePostsQuery, shownPosts } from './home-posts.ts'
import { HomeWaiting, twoPanels } from './home-waiting.tsx'
import { NextLine, ResultLine } from './post-lines.tsx'
import { PostsPanel } from './posts-panel.tsx'
import { StarterCard } from './starter/starter-card.tsx'
import { TourCard } from './starter/tour-card.tsx'
import { WeekNumbers } from './week-numbers.tsx'

export { readAhead } from './home-posts.ts'

/** Answers two questions: is all well, and what comes next? It follows live events. */
export function HomePage() {
  const { home } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayManage, mayWrite } = useRights()
  const accounts = useQuery(accountsQuery(profileId))
  const needy = useQuery(homePostsQuery(profileId, 'needsYou'))
  const next = useQuery(homePostsQuery(profileId, 'next'))
  const recent = useQuery(homePostsQuery(profileId, 'recent'))
  const error = accounts.error ?? needy.error ?? next.error ?? recent.error
  const isRead = accounts.data && needy.data && next.data && recent.data
  if (error && !isRead) {
    const readAgain = () => void Promise.all([accounts, needy, next, recent].map((query) => query.refetch()))
    return (
      <Page title={home.title}>
        <ProblemBanner error={error} onRetry={readAgain} />
      </Page>
    )
  }
  if (!accounts.data || !needy.data || !next.data || !recent.data)
    return (
      <Page title={home.title}>
        <HomeWaiting />
      </Page>
    )
  const reconnect = accounts.data.filter(({ status }) => status === 'needs_reconnect')
  const isWell = needy.data.length === 0 && reconnect.length === 0
  const hasPublished = recent.data.length > 0
  const hasAccounts = accounts.data.length > 0
  const mayTry = mayManage || (mayWrite && hasAccounts)
  const isInSandbox = accounts.data.some(({ mode }) => mode === 'sandbox')
  const isNew = isInSandbox && hasPublished && recent.data.length < shownPosts
  return (
    <Page title={home.title}>
      {mayTry && <StarterCard profileId={profileId} hasAccounts={hasAccounts} hasPublished={hasPublished} />}
      {mayTry && isNew && <TourCard profileId={profileId} published={recent.data} hasPlans={next.data.length > 0} />}
      <Section
        title={home.needsYou}
        actions={
          needy.data.length > 0 && (
            <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'failed' }} className={linkLook}>
              {home.allNeedy}
            </Link>
          )
        }
      >
        {isWell && <p className="text-ink-3">{home.allWell}</p>}
        <AccountsInNeed profileId={profileId} accounts={reconnect} />
        {needy.data.length > 0 && <PostsPanel posts={needy.data} />}
      </Section>
      {hasPublished && <WeekNumbers profileId={profileId} />}
      <div className={twoPanels}>
        <Section title={home.next}>
          <PostsPanel posts={next.data} whenEmpty={home.nothingNext} line={NextLine} />
        </Section>
        <Section title={home.recent}>
          <PostsPanel posts={recent.data} whenEmpty={home.nothingRecent} line={ResultLine} />
        </Section>
      </div>
    </Page>
  )
}
