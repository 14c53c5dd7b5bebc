import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { postNumbersQuery } from '#web/pages/analytics/analytics-queries.ts'
import { MetricValue, UnavailableMetrics } from '#web/pages/analytics/parts/metric-value.tsx'
import type { Post } from '#web/posts/post-time.ts'
import type { Walk } from '../walk/walk.ts'
import { TargetRow } from './target-row.tsx'
import { usePlan } from './use-plan.ts'

const metrics = ['views', 'likes', 'comments', 'shares'] as const

/** Four columns of numbers. On a narrow card they are below the name. */
const columns =
  'nums grid grid-cols-4 gap-x-2 text-end @2xl:w-72 @max-2xl:order-last @max-2xl:basis-full @max-2xl:text-start @sm:@max-2xl:ps-11'

interface CardProps {
  readonly post: Post
  readonly walks: readonly Walk[]
  readonly accounts: readonly Account[]
}

type Numbers = Result<'getPostMetrics'>[number]

/** The accounts of a post, each with its progress, or with its metrics once it is published, and their total. */
export function TargetsCard({ post, walks, accounts }: CardProps) {
  const { analytics, posts } = useMessages()
  const planFor = usePlan(post)
  const numbers = useQuery({ ...postNumbersQuery(post.id), enabled: post.publishedAt !== null }).data ?? []
  const numbersOf = (accountId: string | null) => numbers.find((one) => one.accountId === accountId)
  return (
    <section aria-labelledby="targets" className="@container grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="divide-y divide-line rounded-lg bg-surface shadow-1 ring-1 ring-line">
        <header className="flex min-h-9 items-center gap-x-3 px-4 text-ink-2 text-xs">
          <h2 id="targets" className="flex-1 font-medium">
            {posts.post.accounts(post.targets.length)}
          </h2>
          {numbers.length > 0 && (
            <>
              <span className={`${columns} font-medium @max-2xl:hidden`} aria-hidden="true">
                {metrics.map((metric) => (
                  <span key={metric}>{analytics.metrics[metric]}</span>
                ))}
              </span>
              <span className="w-18 @max-2xl:hidden" />
            </>
          )}
        </header>
        {post.targets.length === 0 && <p className="px-4 py-3 text-ink-2">{posts.post.noTargets}</p>}
        {post.targets.map((target) => (
          <TargetRow
            key={target.id}
            post={post}
            target={target}
            {...planFor(target.accountId)}
            walk={walks.find(({ targetId }) => targetId === target.id) ?? null}
            account={accounts.find(({ id }) => id === target.accountId) ?? null}
            numbers={numbersOf(target.accountId) && <AccountNumbers numbers={numbersOf(target.accountId)} />}
          />
        ))}
        {numbers.length > 1 && <Total numbers={numbers} />}
      </div>
      {numbers.length > 0 && <UnavailableMetrics of={numbers} among={metrics} />}
    </section>
  )
}

/** The metrics of one account, with the names that only screen readers and narrow cards need. */
function AccountNumbers({ numbers }: { readonly numbers: Numbers | undefined }) {
  const { analytics } = useMessages()
  if (!numbers) return null
  return (
    <dl className={columns}>
      {metrics.map((metric) => (
        <div key={metric} className="min-w-0">
          <dt className="truncate text-ink-3 text-xs @2xl:sr-only">{analytics.metrics[metric]}</dt>
          <dd>
            <MetricValue of={numbers} metric={metric} value={numbers[metric]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Total({ numbers }: { readonly numbers: readonly Numbers[] }) {
  const { analytics, posts } = useMessages()
  const latest =
    numbers
      .map(({ fetchedAt }) => fetchedAt)
      .sort()
      .at(-1) ?? ''
  return (
    <footer className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-b-lg bg-sunken/55 px-4 py-2 font-semibold">
      <p className="flex-1 basis-40 ps-11">
        {posts.post.allAccounts} <span className="font-normal text-ink-3 text-xs">{formatDistance(latest)}</span>
      </p>
      <dl className={columns}>
        {metrics.map((metric) => (
          <div key={metric} className="min-w-0">
            <dt className="font-normal truncate text-ink-3 text-xs @2xl:sr-only">{analytics.metrics[metric]}</dt>
            <dd>{sumOf(numbers, metric)}</dd>
          </div>
        ))}
      </dl>
      <span className="w-18 @max-2xl:hidden" />
    </footer>
  )
}

/** Adds up a metric over the accounts whose networks report it. */
function sumOf(numbers: readonly Numbers[], metric: (typeof metrics)[number]): string {
  const known = numbers.filter(({ unavailable }) => !unavailable.includes(metric))
  return known.length === 0 ? '–' : formatNumber(known.reduce((sum, one) => sum + one[metric], 0))
}
