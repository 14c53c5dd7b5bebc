import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { toWall } from '#rules/wall-clock.ts'
import { accountsQuery, profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDay } from '#web/lib/time.ts'
import { readersZone } from '#web/lib/zones.ts'
import type { Post } from '#web/posts/post-time.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { homePostsQuery, shownPosts } from './home-posts.ts'
import { column, HomeWaiting, twoColumns } from './home-waiting.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PostsPanel } from './posts-panel.tsx'
import { type CardName, isCardHidden } from './starter/cards.ts'
import { useGuide } from './use-guide.ts'
import { WeekNumbers } from './week-numbers.tsx'
import { WeekStrip, weekQuery } from './week-strip.tsx'
import { YourTurn } from './your-turn.tsx'

export { readAhead } from './home-posts.ts'

/** Shows whether everything is fine, and what comes next. It follows live events. */
export function HomePage() {
  const { home } = useMessages()
  const greeting = useGreeting()
  const page = { title: home.title, greeting, state: <Today /> }
  const { profileId } = useParams({ from: '/p/$profileId' })
  const accounts = useQuery(accountsQuery(profileId))
  const brands = useQuery(profilesQuery)
  const brand = brands.data?.find(({ id }) => id === profileId)
  const hasApprovals = (brand?.requiredApprovals ?? 0) > 0
  const turns = useQuery({ ...homePostsQuery(profileId, 'yourTurn'), enabled: hasApprovals })
  const needy = useQuery(homePostsQuery(profileId, 'needsYou'))
  const next = useQuery(homePostsQuery(profileId, 'next'))
  const recent = useQuery(homePostsQuery(profileId, 'recent'))
  const week = useQuery(weekQuery(profileId, dayKey(nowDate())))
  const error = accounts.error ?? needy.error ?? next.error ?? recent.error
  const card = useCard(accounts.data, recent.data)
  const Guide = useGuide(card, recent.data ?? [])
  const isRead = accounts.data && needy.data && next.data && recent.data
  if (error && !isRead) {
    const readAgain = () => void Promise.all([accounts, needy, next, recent].map((query) => query.refetch()))
    return (
      <Page {...page}>
        <ProblemBanner error={error} onRetry={readAgain} />
      </Page>
    )
  }
  // Nothing above the fold moves once it is shown.
  const isWaiting = brands.isPending || week.isPending || (hasApprovals && turns.isPending)
  if (isWaiting || !accounts.data || !needy.data || !next.data || !recent.data || Guide === undefined)
    return (
      <Page {...page}>
        <HomeWaiting />
      </Page>
    )
  const yours = turns.data ?? []
  const others = needy.data.filter(({ id }) => !yours.some((one) => one.id === id))
  const hasPublished = recent.data.length > 0
  // Nothing can have happened yet, and the guide says what to do.
  const isFirst =
    Guide !== null && yours.length === 0 && [accounts, needy, next, recent].every(({ data }) => data?.length === 0)
  return (
    <Page {...page}>
      {Guide && (
        <Guide
          profileId={profileId}
          hasAccounts={accounts.data.length > 0}
          published={recent.data}
          hasPlans={next.data.length > 0}
        />
      )}
      {isFirst ? (
        <WeekStrip profileId={profileId} isFirst />
      ) : (
        <div className={twoColumns}>
          <div className={column}>
            <YourTurn posts={yours} />
            <NeedsAttention profileId={profileId} posts={others} accounts={accounts.data} />
            <WeekStrip profileId={profileId} />
            <Section
              title={home.next}
              actions={
                <Link to="/p/$profileId/queue" params={{ profileId }} className={linkStyle}>
                  {home.openQueue}
                </Link>
              }
            >
              <PostsPanel label={home.next} posts={next.data} whenEmpty={home.nothingNext} />
            </Section>
          </div>
          <div className={column}>
            {hasPublished && <WeekNumbers profileId={profileId} />}
            <Section
              title={home.recent}
              actions={
                <Link
                  to="/p/$profileId/posts"
                  params={{ profileId }}
                  search={{ tab: 'published' }}
                  className={linkStyle}
                >
                  {home.allPosts}
                </Link>
              }
            >
              <PostsPanel label={home.recent} posts={recent.data} whenEmpty={home.nothingRecent} />
            </Section>
          </div>
        </div>
      )}
    </Page>
  )
}

/** Returns the card that a new user needs: up to the first post, or after it. Undefined until the posts are known. */
function useCard(
  accounts: Result<'listAccounts'> | undefined,
  published: readonly Post[] | undefined,
): CardName | null | undefined {
  const { mayManage, mayWrite } = useRights()
  if (!accounts || !published) return undefined
  if (!mayManage && !(mayWrite && accounts.length > 0)) return null
  const isInSandbox = accounts.some(({ mode }) => mode === 'sandbox')
  const isStarting = accounts.length === 0 || published.length === 0
  const card = isStarting ? 'starter' : isInSandbox && published.length < shownPosts ? 'tour' : null
  return card && isCardHidden(card) ? null : card
}

/** Greets the user by the time of day and the first name. */
function useGreeting(): string {
  const { home } = useMessages()
  const session = useSession()
  const name = session.state === 'in' || session.state === 'ended' ? session.signedIn.user.name : ''
  const hour = Number(toWall(nowDate(), readersZone()).slice(11, 13))
  const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  return home.greeting[time](name.trim().split(/\s+/)[0] ?? '')
}

const Today = () => <span className="text-ink-2 max-sm:hidden">{formatDay(nowDate())}</span>
