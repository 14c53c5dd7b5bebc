import { WritersOnly } from '#web/app/rights/only.tsx'
import type { Issue } from '#web/compose/check/use-check.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Countdown } from './countdown.tsx'
import { PlannedSend } from './planned-send.tsx'
import { ResolveTarget } from './resolve-target.tsx'
import { Track } from './track.tsx'
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
  /** Null: it was never enqueued, or what is known of it is still being read. */
  readonly walk: Walk | null
  readonly faults: readonly Issue[]
}

/** One account that the post goes to: how far it is, what it waits for, and what went wrong. */
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
      {error && !isSaidBy(waitsFor, error, errorCode) && (
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

/** The head of the page has told the time of a target that went out with the post. */
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

/** True when the reason of a wait says the error already. */
const isSaidBy = (wait: Target['waitsFor'], error: string, code: string | null): boolean =>
  wait !== null && (wait.detail === error || (code !== null && wait.code === code))
