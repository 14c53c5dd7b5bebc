import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import type { Conversation, Reply } from '../inbox-query.ts'
import type { ReplyDeeds } from './use-replies.ts'
import { WaitingReply } from './waiting-reply.tsx'

interface LineProps {
  readonly reply: Reply
  readonly conversation: Conversation
  /** The last item that is shown. */
  readonly lastItemId: string | null
  readonly deeds: ReplyDeeds
  /** Puts the text into the field, to change it. */
  readonly onAgain: (text: string) => void
}

/** A reply that is not in the conversation yet: what happens to it, and what can be done. */
export function ReplyLine({ reply, conversation, lastItemId, deeds, onAgain }: LineProps) {
  const { inbox, shell } = useMessages('inbox')
  const words = inbox.replies
  const { profileId, accountId, network } = conversation
  const { mayPublish } = useRights()
  const account = useQuery(accountsQuery(profileId)).data?.find(({ id }) => id === accountId)
  const author = usePerson(profileId)(reply.authorUid)
  const name = account?.displayName || account?.handle || ''
  const { state } = reply
  return (
    <article aria-label={name} className="inbox-message inbox-ours">
      <span className="self-start">
        <AccountFace account={account ?? { network, handle: name }} size={28} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 flex-wrap gap-x-1 text-ink-3 text-xs">
          <bdi className="truncate font-medium text-ink">{name}</bdi>
          {author && <span>· {reply.approval ? inbox.approvals.writtenBy(author.name) : words.by(author.name)}</span>}
          {reply.approval && reply.byProgram && <span>· {inbox.approvals.byProgram}</span>}
        </p>
        <div className="inbox-bubble">
          <FoldedText text={reply.text} />
        </div>
        {reply.approval && (
          <WaitingReply
            reply={reply}
            approval={reply.approval}
            lastItemId={lastItemId}
            profileId={profileId}
            deeds={deeds}
          />
        )}
        <div role="status" className="flex flex-wrap items-center justify-end gap-2 text-ink-2 text-sm empty:hidden">
          <State reply={reply} />
          {mayPublish && state === 'queued' && (
            <Button isSmall onClick={() => deeds.cancel(reply, () => onAgain(reply.text))}>
              {shell.undo}
            </Button>
          )}
          {mayPublish && state === 'failed' && (
            <>
              <Button isSmall onClick={() => onAgain(reply.text)}>
                {words.changeAndSend}
              </Button>
              {reply.errorCode !== 'answered_gone' && (
                <Button isSmall onClick={() => deeds.retry(reply)}>
                  {words.sendAgain}
                </Button>
              )}
            </>
          )}
          {mayPublish && state === 'unknown' && (
            <>
              <Button isSmall onClick={() => deeds.resolve(reply, 'published')}>
                {words.isThere}
              </Button>
              <Button isSmall onClick={() => deeds.resolve(reply, 'retry')}>
                {words.sendAgain}
              </Button>
            </>
          )}
        </div>
      </div>
    </article>
  )
}

/** The state of a reply in words, with the seconds in which it can be cancelled. */
function State({ reply: { state, sendsAt, wait, error } }: Pick<LineProps, 'reply'>) {
  const { inbox } = useMessages('inbox')
  const words = inbox.replies
  const seconds = useSecondsUntil(state === 'queued' ? sendsAt : null)
  if (state === 'queued')
    return <span className="nums">{seconds > 0 ? words.sendsIn(seconds) : (wait ?? words.queued)}</span>
  if (state === 'sending') return <span>{words.sending}</span>
  if (state === 'failed')
    return (
      <span className="min-w-0 break-words text-failed">
        {words.failed}
        {error && `: ${error}`}
      </span>
    )
  if (state === 'unknown')
    return (
      <span className="text-unknown">
        {words.unknown}. {words.unknownLead}
      </span>
    )
  if (state === 'waiting_for_approval' || state === 'rejected') return null
  return <span>{words.sent}</span>
}

/** Counts the seconds until a time. */
function useSecondsUntil(iso: string | null): number {
  const leftNow = () => (iso === null ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - now()) / 1_000)))
  const [left, setLeft] = useState(leftNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function reads nothing else
  useEffect(() => {
    setLeft(leftNow())
    const timer = setInterval(() => setLeft(leftNow()), 500)
    return () => clearInterval(timer)
  }, [iso])
  return left
}
