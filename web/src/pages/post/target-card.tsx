import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/app/api.ts'
import { WritersOnly } from '#web/app/rights/only.tsx'
import type { Issue } from '#web/compose/check/use-check.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { type Status, StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { PlannedSend } from './planned-send.tsx'
import type { Plan } from './use-plan.ts'
import { Sent } from './walk/sent.tsx'
import { StepStrip } from './walk/step-strip.tsx'
import type { Walk } from './walk/walk.ts'

type Target = Post['targets'][number]

interface CardProps {
  readonly post: Post
  readonly target: Target
  readonly account: Account | null
  readonly plan: Plan | null
  /** Null if it was never enqueued, or its progress is still loading. */
  readonly walk: Walk | null
  readonly faults: readonly Issue[]
}

/** One of the post's accounts: its progress, what it is waiting for, and what went wrong. */
export function TargetCard({ post, target, account, plan, walk, faults }: CardProps) {
  const { posts, verdicts } = useMessages()
  const { network, status, attempts, waitsFor, nextAttemptAt, publishedAt, platformUrl, error, errorCode, rawError } =
    target
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex items-center gap-3">
        <NetworkMark network={network} isLarge />
        <div className="min-w-0 flex-1">
          <OneLine className="font-medium">{account?.displayName ?? account?.handle ?? networks[network].name}</OneLine>
          <p className="truncate text-ink-3 text-sm">
            {networks[network].name}
            {attempts > 1 && ` · ${posts.post.attempts(attempts)}`}
          </p>
        </div>
        {platformUrl && (
          <a
            href={platformUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 shrink-0 items-center gap-1 text-brand text-sm underline-offset-4 hover:underline"
          >
            {posts.post.open}
            <Icon name="external" className="size-3.5" />
          </a>
        )}
        {post.status !== 'draft' && <StatusBadge status={status} of="target" />}
      </header>
      {walk && walk.steps.length + walk.calls.length > 0 ? <StepStrip walk={walk} /> : <Track status={status} />}
      {plan && <PlannedSend plan={plan} faults={faults} />}
      {publishedAt && (post.scheduledAt || !isSameMinute(publishedAt, post.publishedAt)) && (
        <p className="nums flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
          {formatDayAndTime(publishedAt)}
          {post.scheduledAt && <span className="text-ink-3">{lateness(post.scheduledAt, publishedAt, posts)}</span>}
        </p>
      )}
      {waitsFor && <p className="text-ink-2 text-sm">{verdicts.wait(waitsFor)}</p>}
      {nextAttemptAt && status !== 'published' && status !== 'pending' && <Countdown until={nextAttemptAt} />}
      {error && !explains(waitsFor, error, errorCode) && (
        <p className={status === 'failed' ? 'text-failed' : 'text-held'}>{verdicts.failure(errorCode, error)}</p>
      )}
      {rawError && (
        <details className="text-ink-3 text-sm">
          <summary>{posts.post.raw}</summary>
          <code className="mt-1 block whitespace-pre-wrap break-words font-mono text-xs">{rawError}</code>
        </details>
      )}
      {walk && <Sent post={post} walk={walk} account={account} />}
      {status === 'unknown' && (
        <WritersOnly>
          <ResolveTarget postId={post.id} targetId={target.id} />
        </WritersOnly>
      )}
    </article>
  )
}

/** The page's header already shows the time of a target that was published with the post. */
const isSameMinute = (one: string, other: string | null): boolean => one.slice(0, 16) === other?.slice(0, 16)

const noticeableMs = 1_000

function lateness(
  scheduledAt: string,
  publishedAt: string,
  { post }: { readonly post: { readonly onTime: string; late(seconds: string): string } },
): string {
  const lateMs = Date.parse(publishedAt) - Date.parse(scheduledAt)
  if (lateMs < noticeableMs) return post.onTime
  const seconds = lateMs / 1_000
  return post.late(seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`)
}

/** True if the reason for waiting already contains the error. */
const explains = (wait: Target['waitsFor'], error: string, code: string | null): boolean =>
  wait !== null && (wait.detail === error || (code !== null && wait.code === code))

/** Counts down to the next attempt. */
function Countdown({ until }: { readonly until: string }) {
  const { posts } = useMessages()
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (Date.parse(until) < now) return null
  return <p className="nums text-ink-3 text-sm">{posts.post.nextAttempt(formatDistance(until, now))}</p>
}

const steps = ['queued', 'publishing', 'published'] as const

/** The number of completed steps for each target state. */
const reached: Readonly<Partial<Record<Status, number>>> = {
  queued: 0,
  publishing: 1,
  processing: 1,
  published: 3,
}

/** The progress of a post at a network, as a line that fills. */
function Track({ status }: { readonly status: Status }) {
  const { shell } = useMessages()
  const done = reached[status]
  if (done === undefined) return null
  return (
    <ol className="grid grid-cols-3 gap-1.5">
      {steps.map((step, nth) => {
        const isDone = nth < done
        const isNow = nth === done
        return (
          <li key={step} className="grid gap-1" aria-current={isNow ? 'step' : undefined}>
            <span
              className={`h-1 rounded-full transition-colors duration-240 ${
                isDone ? 'bg-published' : isNow ? 'animate-pulse bg-publishing' : 'bg-line'
              }`}
            />
            <span className={`text-xs ${isDone || isNow ? 'text-ink-2' : 'text-ink-3'}`}>
              {shell.post.target[step]}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface ResolveProps {
  readonly postId: string
  readonly targetId: string
}

/** Asks a person to check the network, if Posthorn cannot find out whether the post is there. */
function ResolveTarget({ postId, targetId }: ResolveProps) {
  const { posts } = useMessages()
  const queries = useQueryClient()
  const resolve = useMutation({
    mutationFn: (answer: 'published' | 'retry') => api.resolvePostTarget({ id: postId, targetId, resolve: answer }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button isBusy={resolve.isPending} onClick={() => resolve.mutate('published')}>
          {posts.post.itIsThere}
        </Button>
        <Button isBusy={resolve.isPending} onClick={() => resolve.mutate('retry')}>
          {posts.post.itIsNotThere}
        </Button>
      </div>
      {resolve.error && <ProblemBanner error={resolve.error} />}
    </div>
  )
}
