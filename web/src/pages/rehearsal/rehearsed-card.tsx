import type { Result } from '@posthorn/sdk'
import { type FirstMessages, useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { RowPost } from '#web/posts/post-time.ts'
import { AccountName, NetworkName } from '#web/ui/marks/account-name.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { judge, type RehearsedPost, type RehearsedTarget, type Verdict } from './rehearsal-query.ts'

type Account = Result<'listAccounts'>[number]

interface CardProps {
  readonly profileId: string
  readonly post: RehearsedPost
  readonly accounts: readonly Account[]
}

/** A scheduled post: its time, its text and its outcome. The accounts are listed if one of them needs attention. */
export function RehearsedCard({ profileId, post, accounts }: CardProps) {
  const messages = useMessages()
  const { rehearsal: words } = messages
  const { postId: id, content, scheduledAt, targets } = post
  const shown: RowPost = {
    ...{ id, profileId, content, scheduledAt, targets: targets.map(({ network }) => ({ network })) },
    ...{ status: 'scheduled', publishedAt: null, deletedAt: null },
  }
  const outcomes = post.targets.map((target) => {
    const account = accounts.find(({ id }) => id === target.accountId) ?? null
    return { target, account, ...foresee(post, target, account, messages) }
  })
  const isSmooth = outcomes.every(({ verdict, reasons }) => verdict === 'on_time' && reasons.length === 0)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)]">
      <PostRow
        post={shown}
        time={formatTime(post.scheduledAt)}
        reason={null}
        author={isSmooth && <Tag tone="good">{words.verdicts.on_time}</Tag>}
      />
      {!isSmooth && (
        <ul className="divide-y divide-line border-line border-t">
          {outcomes.map((outcome) => (
            <OutcomeLine key={outcome.target.targetId} {...outcome} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface Outcome {
  readonly verdict: Verdict
  readonly reasons: readonly string[]
}

/** Describes the outcome of a post on one account, and why. */
function foresee(
  post: RehearsedPost,
  target: RehearsedTarget,
  account: Account | null,
  { rehearsal: words, verdicts }: FirstMessages,
): Outcome {
  const { expectedAt, obstacle, waits, warnings, errors } = target
  const fault = obstacle?.reason === 'refused' ? errors[0] : undefined
  const endsAt = account?.forecast?.failsAt ?? null
  const isOver = endsAt !== null && expectedAt !== null && endsAt <= expectedAt
  return {
    verdict: isOver ? 'stopped' : judge(post, target),
    reasons: [
      ...(obstacle ? [fault ? verdicts.issue(fault) : verdicts.wait(obstacle)] : []),
      ...(isOver && endsAt ? [words.ends(formatDayAndTime(endsAt))] : []),
      ...(obstacle && obstacle.reason !== 'window' ? [] : waits.map(verdicts.wait)),
      ...warnings.map(verdicts.issue),
    ],
  }
}

const tones: Readonly<Record<Verdict, Tone>> = { on_time: 'good', later: 'waiting', stopped: 'bad' }

interface LineProps extends Outcome {
  readonly target: RehearsedTarget
  readonly account: Account | null
}

function OutcomeLine({ target: { network, expectedAt }, account, verdict, reasons }: LineProps) {
  const { rehearsal: words } = useMessages()
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          {account ? <AccountName account={account} /> : <NetworkName network={network} />}
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
