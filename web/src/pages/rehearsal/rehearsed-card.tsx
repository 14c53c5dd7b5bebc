import type { Result } from '@posthorn/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { judge, type RehearsedPost, type RehearsedTarget, type Verdict } from './rehearsal-query.ts'

type Account = Result<'listAccounts'>[number]

interface CardProps {
  readonly profileId: string
  readonly post: RehearsedPost
  readonly accounts: readonly Account[]
}

/** A planned post: its time, its words, and what becomes of it on each account. */
export function RehearsedCard({ profileId, post, accounts }: CardProps) {
  const { shell } = useMessages()
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] rounded-lg border border-line bg-surface">
      <Link
        to="/p/$profileId/posts/$postId"
        params={{ profileId, postId: post.postId }}
        className="flex min-h-11 items-center gap-3 rounded-t-lg px-4 py-2 -outline-offset-2 hover:bg-sunken"
      >
        <span className="nums text-ink-3">{formatTime(post.scheduledAt)}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {post.content || shell.post.untitled}
        </span>
      </Link>
      <ul className="divide-y divide-line border-line border-t">
        {post.targets.map((target) => (
          <TargetLine
            key={target.targetId}
            post={post}
            target={target}
            account={accounts.find(({ id }) => id === target.accountId) ?? null}
          />
        ))}
      </ul>
    </article>
  )
}

const tones: Readonly<Record<Verdict, Tone>> = { on_time: 'good', later: 'waiting', stopped: 'bad' }

interface LineProps {
  readonly post: RehearsedPost
  readonly target: RehearsedTarget
  readonly account: Account | null
}

function TargetLine({ post, target, account }: LineProps) {
  const { rehearsal: words } = useMessages()
  const { network, expectedAt, obstacle, waits, warnings } = target
  const endsAt = account?.forecast?.failsAt ?? null
  const isOver = endsAt !== null && expectedAt !== null && endsAt <= expectedAt
  const verdict = isOver ? 'stopped' : judge(post, target)
  const reasons = [
    ...(obstacle ? [obstacle.detail] : []),
    ...(isOver && endsAt ? [words.ends(formatDayAndTime(endsAt))] : []),
    ...(obstacle ? [] : waits.map(({ detail }) => detail)),
    ...warnings.map(({ message }) => message),
  ]
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <NetworkMark network={network} />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <bdi>{account?.displayName ?? account?.handle ?? networks[network].name}</bdi>
        </p>
        {reasons.map((reason) => (
          <p key={reason} className="text-ink-3 text-sm">
            {reason}
          </p>
        ))}
      </div>
      <Tag tone={tones[verdict]}>
        {verdict === 'later' && expectedAt ? words.goesOut(formatDayAndTime(expectedAt)) : words.verdicts[verdict]}
      </Tag>
    </li>
  )
}
