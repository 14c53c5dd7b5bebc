import { type ReactNode, useEffect, useState } from 'react'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import type { Issue } from '#web/compose/check/use-check.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatDayAndTime, formatDistance, formatTime } from '#web/lib/time.ts'
import { isAhead, type Post } from '#web/posts/post-time.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import { Sent } from '../walk/sent.tsx'
import { StepStrip } from '../walk/step-strip.tsx'
import type { Walk } from '../walk/walk.ts'
import { PlannedSend } from './planned-send.tsx'
import { ResolveTarget } from './resolve-target.tsx'
import type { Plan } from './use-plan.ts'

export type Target = Post['targets'][number]

interface RowProps {
  readonly post: Post
  readonly target: Target
  readonly account: Account | null
  readonly plan: Plan | null
  /** Null if it was never enqueued, or its progress is still loading. */
  readonly walk: Walk | null
  readonly faults: readonly Issue[]
  /** The metrics, in the columns of the card. Undefined while the post has none. */
  readonly numbers: ReactNode
}

/**
 * One of the post's accounts. While it is publishing: its steps, live, what it waits for, and what went wrong. Once it
 * is published, its metrics replace the steps, which are behind a button together with what was sent.
 */
export function TargetRow({ post, target, account, plan, walk, faults, numbers }: RowProps) {
  const { posts, walks } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const { network, status, platformUrl } = target
  const isSettled = status === 'published'
  const name = account?.displayName ?? account?.handle ?? networks[network].name
  return (
    <article aria-label={`${name}, ${networks[network].name}`} className="grid grid-cols-[minmax(0,1fr)]">
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <AccountFace account={account ?? { network, handle: networks[network].name }} size={32} />
        <div className="min-w-0 flex-1 basis-28">
          <OneLine className="font-medium">{name}</OneLine>
          <TargetNote post={post} target={target} />
        </div>
        {isSettled && numbers}
        {!(isSettled && numbers) && post.status !== 'draft' && (
          <StatusBadge {...(isAhead(target) ? { status: 'scheduled', of: 'post' } : { status, of: 'target' })} />
        )}
        <span className="flex shrink-0 justify-end @2xl:w-18">
          {platformUrl && (
            <a
              href={platformUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={posts.post.openAt(networks[network].name)}
              title={posts.post.openAt(networks[network].name)}
              className={iconButtonStyle}
            >
              <Icon name="external" className="size-4" />
            </a>
          )}
          {walk && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={walks.sent(networks[network].name)}
              title={walks.sent(networks[network].name)}
              onClick={() => setOpen(!isOpen)}
              className={iconButtonStyle}
            >
              <Icon
                name="chevron"
                className={`size-4 transition-transform duration-120 ${isOpen ? 'rotate-180' : ''}`}
              />
            </button>
          )}
        </span>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-3 empty:hidden sm:ps-15">
        {!isSettled && walk && walk.steps.length + walk.calls.length > 0 && <StepStrip walk={walk} />}
        {plan && <PlannedSend plan={plan} faults={faults} />}
        <Trouble target={target} />
        {walk && isOpen && <Sent post={post} walk={walk} account={account} />}
        {status === 'unknown' && (
          <PublishersOnly>
            <ResolveTarget postId={post.id} targetId={target.id} />
          </PublishersOnly>
        )}
      </div>
    </article>
  )
}

/** The network, when the post was published there, by how much it was late, and after how many attempts. */
function TargetNote({ post, target }: Pick<RowProps, 'post' | 'target'>) {
  const { posts } = useMessages()
  const { network, scheduledAt, publishedAt, attempts } = target
  const isOwnTime = scheduledAt !== null && scheduledAt !== post.scheduledAt && !publishedAt
  return (
    <p className="nums truncate text-ink-3 text-xs">
      {networks[network].name}
      {isOwnTime && (
        <>
          {' · '}
          <ZonedTime at={scheduledAt}>{formatDayAndTime(scheduledAt)}</ZonedTime>
        </>
      )}
      {publishedAt && (
        <>
          {' · '}
          <ZonedTime at={publishedAt}>{formatTime(publishedAt)}</ZonedTime>
        </>
      )}
      {publishedAt && scheduledAt && post.scheduledAt && ` · ${lateness(scheduledAt, publishedAt, posts)}`}
      {attempts > 1 && ` · ${posts.post.attempts(attempts)}`}
    </p>
  )
}

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

/** Shows the reason for waiting, the next attempt, and what the network refused. */
function Trouble({ target }: { readonly target: Target }) {
  const { posts, verdicts } = useMessages()
  const { status, waitsFor, nextAttemptAt, error, errorCode, rawError } = target
  return (
    <>
      {waitsFor && <p className="text-held text-sm">{verdicts.wait(waitsFor)}</p>}
      {nextAttemptAt && status !== 'published' && status !== 'pending' && !isAhead(target) && (
        <Countdown until={nextAttemptAt} />
      )}
      {error && !explains(waitsFor, error, errorCode) && (
        <p className={`text-sm ${status === 'failed' ? 'text-failed' : 'text-held'}`}>
          {verdicts.failure(errorCode, error)}
        </p>
      )}
      {rawError && (
        <details className="text-ink-3 text-sm">
          <summary>{posts.post.raw}</summary>
          <code className="mt-1 block whitespace-pre-wrap break-words font-mono text-xs">{rawError}</code>
        </details>
      )}
    </>
  )
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
