import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { dayKey, startOfDay } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDay } from '#web/lib/time.ts'
import { DayHeading } from '#web/posts/day-heading.tsx'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { judge, type RehearsedPost, rehearsalQuery, type Verdict } from './rehearsal-query.ts'
import { RehearsedCard } from './rehearsed-card.tsx'
import { spans, usualSpan } from './spans.ts'

/** Rehearses the posts of the next days: which will be published and when, which wait, and which would fail. */
export function RehearsalPage() {
  const { calendar, rehearsal: words, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { days = usualSpan } = useSearch({ from: '/p/$profileId/rehearsal' })
  const navigate = useNavigate({ from: '/p/$profileId/rehearsal' })
  const plan = useQuery(rehearsalQuery(profileId, days))
  const accounts = useQuery(accountsQuery(profileId))
  const posts = plan.data?.posts ?? []
  const byDay = groupBy(posts, ({ scheduledAt }) => dayKey(new Date(scheduledAt)))
  const picker = (
    <>
      <ChoiceBar
        label={words.span}
        value={String(days)}
        onChange={(next) =>
          void navigate({ search: Number(next) === usualSpan ? {} : { days: Number(next) }, replace: true })
        }
        options={spans.map((span) => [String(span), words.days(span)])}
      />
      <Link to="/p/$profileId/calendar" params={{ profileId }} className={`${buttonStyle('plain')} max-sm:hidden`}>
        {calendar.title}
      </Link>
    </>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={picker} hasWideActions>
      {plan.error && <ProblemBanner error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.isPending && <WaitingRows count={6} />}
      {plan.data && posts.length === 0 && (
        <EmptyPosts profileId={profileId} icon="clock" title={words.empty} lead={words.emptyLead} />
      )}
      {posts.length > 0 && <Sum posts={posts} />}
      {posts.length > 0 && (
        <div className="overflow-clip rounded-lg bg-surface shadow-1 ring-1 ring-line">
          {[...byDay].map(([key, ofDay]) => (
            <section
              key={key}
              aria-label={formatDay(startOfDay(key))}
              className="not-first:border-line not-first:border-t"
            >
              <DayHeading day={key} count={shell.count.posts(ofDay.length)} />
              <ul aria-label={formatDay(startOfDay(key))} className="divide-y divide-line">
                {ofDay.map((post) => (
                  <RehearsedCard key={post.postId} profileId={profileId} post={post} accounts={accounts.data ?? []} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {plan.data?.hasMore && <p className="text-ink-3">{words.more}</p>}
      {posts.length > 0 && <p className="max-w-prose text-ink-3 text-sm">{words.limits}</p>}
    </Page>
  )
}

const colors: Readonly<Record<Verdict, string>> = {
  on_time: 'text-published',
  later: 'text-partial',
  stopped: 'text-failed',
}

/** Counts the outcomes of each post on each account, so that a schedule without problems is obvious. */
function Sum({ posts }: { readonly posts: readonly RehearsedPost[] }) {
  const { rehearsal: words } = useMessages()
  const verdicts = posts.flatMap((post) => post.targets.map((target) => judge(post, target)))
  return (
    <section aria-label={words.title} className="grid gap-2">
      <Stats className="grid-cols-3">
        {(['on_time', 'later', 'stopped'] as const).map((verdict) => {
          const count = verdicts.filter((one) => one === verdict).length
          return (
            <Stat
              key={verdict}
              name={words.verdicts[verdict]}
              value={formatNumber(count)}
              tone={count > 0 ? colors[verdict] : 'text-ink-3'}
            />
          )
        })}
      </Stats>
      <p className="nums text-ink-3 text-sm">{words.counted(verdicts.length, posts.length)}</p>
    </section>
  )
}
