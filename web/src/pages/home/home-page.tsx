import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { AdminsOnly } from '#web/app/rights/only.tsx'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance, formatLateness } from '#web/lib/time.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import { type Post, timeOf } from '#web/posts/post-time.ts'
import { buttonStyle, linkStyle } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { homePostsQuery, shownPosts } from './home-posts.ts'
import { HomeWaiting, twoPanels } from './home-waiting.tsx'
import { StarterCard } from './starter/starter-card.tsx'
import { TourCard } from './starter/tour-card.tsx'
import { WeekNumbers } from './week-numbers.tsx'

export { readAhead } from './home-posts.ts'

/** Shows whether everything is fine, and what comes next. It follows live events. */
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
            <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'failed' }} className={linkStyle}>
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

interface NeedProps {
  readonly profileId: string
  readonly accounts: Result<'listAccounts'>
}

/** Accounts to which the network denies access, each with a button to reconnect. */
export function AccountsInNeed({ profileId, accounts }: NeedProps) {
  const { connections, verdicts } = useMessages()
  return accounts.map(({ id, network, handle, statusReason, statusReasonCode }) => (
    <div key={id} className="flex flex-wrap items-center gap-3 rounded-lg border border-held/40 bg-held/8 px-4 py-3">
      <NetworkMark network={network} isLarge />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {networks[network].name} · <bdi>{handle}</bdi>
        </p>
        <p className="text-ink-2 text-sm">
          {statusReason ? verdicts.loss(statusReasonCode, statusReason) : connections.needsReconnect}
        </p>
      </div>
      <AdminsOnly>
        <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonStyle('plain')}>
          {connections.reconnect}
        </Link>
      </AdminsOnly>
    </div>
  ))
}

interface PanelProps {
  readonly posts: readonly Post[]
  readonly whenEmpty?: string
  /** Shows what matters about a post here. */
  readonly line?: ComponentType<{ readonly post: Post }>
}

/** A short list of posts, each a link to its page. */
export function PostsPanel({ posts, whenEmpty, line: Line = StateLine }: PanelProps) {
  const { shell } = useMessages()
  if (posts.length === 0) return <p className="text-ink-3">{whenEmpty}</p>
  return (
    <ul className="@container divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLink
            post={post}
            className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken"
          >
            <StatusIcon status={post.status} />
            <span className="min-w-0 flex-1">
              <OneLine>{post.content || shell.post.untitled}</OneLine>
              <span className="nums line-clamp-2 text-ink-3 text-sm">
                <Line post={post} />
              </span>
            </span>
            <span className="@max-md:hidden">
              <PostNetworks post={post} />
            </span>
          </PostLink>
        </li>
      ))}
    </ul>
  )
}

interface LineProps {
  readonly post: Post
}

/** The time of a future post, and how far away it is. */
export function NextLine({ post }: LineProps) {
  const at = timeOf(post)
  return (
    <>
      {formatDayAndTime(at)} · {formatDistance(at)}
    </>
  )
}

/** The state of a post that needs attention, and the reason if the service knows a single one. */
export function StateLine({ post }: LineProps) {
  const { verdicts, shell } = useMessages()
  const stuck = post.targets.find(({ status }) => status === 'held' || status === 'failed' || status === 'unknown')
  const state = stuck?.status === 'held' ? shell.post.target.held : shell.post.status[post.status]
  return (
    <>
      {state} · {stuck?.error ? verdicts.failure(stuck.errorCode, stuck.error) : formatDayAndTime(timeOf(post))}
    </>
  )
}

/**
 * The time at which a post was published, and by how much it was late. Posts without a scheduled time are never late.
 */
export function ResultLine({ post }: LineProps) {
  const { home } = useMessages()
  const { scheduledAt, publishedAt } = post
  const lateMs = scheduledAt && publishedAt ? Date.parse(publishedAt) - Date.parse(scheduledAt) : null
  return (
    <>
      {formatDayAndTime(timeOf(post))}
      {lateMs !== null && ` · ${lateMs < noticeableMs ? home.onTime : home.late(formatLateness(lateMs))}`}
    </>
  )
}

/** A smaller delay is not worth mentioning. */
const noticeableMs = 100
