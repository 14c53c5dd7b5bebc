import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { CommentField } from './comment-field.tsx'
import { CommentLine } from './comment-line.tsx'
import { useAdd, useResolve } from './team-calls.ts'
import type { TeamComment } from './team-comment.ts'

interface ThreadProps {
  readonly profileId: string
  /** The comments of the thread, oldest first. */
  readonly comments: readonly TeamComment[]
  readonly myUid: string | null
  readonly mayManage: boolean
  readonly mayWrite: boolean
  readonly wanted: string
}

/** A comment and its replies. */
export function Thread({ profileId, comments, myUid, mayManage, mayWrite, wanted }: ThreadProps) {
  const { team, shell } = useMessages('team')
  const [first, ...replies] = comments
  const place = { id: first?.threadId ?? '', postId: first?.postId ?? '' }
  const add = useAdd(place.postId, place.id)
  const resolve = useResolve(place)
  const [isReplying, setReplying] = useState(false)
  if (!first) return null
  const name = first.author?.name ?? team.former
  const isResolved = first.resolvedAt !== null
  const lineOf = (comment: TeamComment) => ({
    profileId,
    comment,
    mayWrite,
    isOwn: comment.author !== null && comment.author.uid === myUid,
    mayRemove: mayManage || (comment.author !== null && comment.author.uid === myUid),
    isWanted: comment.id === wanted,
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CommentLine {...lineOf(first)}>
        {mayWrite && (
          <>
            <Button variant="quiet" isSmall aria-label={team.replyTo(name)} onClick={() => setReplying(true)}>
              {team.reply}
            </Button>
            <Button
              variant="quiet"
              isSmall
              aria-label={isResolved ? team.reopenOf(name) : team.resolveOf(name)}
              isBusy={resolve.isPending}
              onClick={() => resolve.mutate(!isResolved)}
            >
              {isResolved ? team.reopen : team.resolve}
            </Button>
          </>
        )}
      </CommentLine>
      {resolve.error && <ProblemBanner error={resolve.error} />}
      {(replies.length > 0 || isReplying) && (
        <div className="ps-3">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-s ps-4">
            {replies.map((reply) => (
              <CommentLine key={reply.id} {...lineOf(reply)}>
                {null}
              </CommentLine>
            ))}
            {isReplying && (
              <CommentField
                profileId={profileId}
                label={team.replyLabel}
                action={team.send}
                hasFocus
                error={add.error}
                onSend={async (words) => {
                  await add.mutateAsync(words)
                  setReplying(false)
                }}
                cancel={
                  <Button variant="quiet" isSmall onClick={() => setReplying(false)}>
                    {shell.cancel}
                  </Button>
                }
              />
            )}
          </div>
        </div>
      )}
    </li>
  )
}
