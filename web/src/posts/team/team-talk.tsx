import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { groupBy } from '#web/lib/group-by.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { CommentField } from './comment-field.tsx'
import { teamCommentsQuery, useAdd } from './team-calls.ts'
import type { TeamComment } from './team-comment.ts'
import { Thread } from './thread.tsx'

export type DiscussedPost = Pick<Result<'getPost'>, 'id' | 'profileId' | 'deletedAt'>

/** The threads that colleagues write about a post, and the field for a new one. */
export function TeamTalk({ post: { id: postId, profileId, deletedAt } }: { readonly post: DiscussedPost }) {
  const { team } = useMessages('team')
  const { mayRemove, isReadOnly } = useRights()
  const session = useSession()
  const query = useQuery(teamCommentsQuery(postId))
  const add = useAdd(postId)
  const wanted = useLocation({ select: ({ hash }) => hash })
  const isLoaded = query.data !== undefined
  useEffect(() => {
    const found = isLoaded && wanted.startsWith('tcm_') ? document.getElementById(wanted) : null
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [wanted, isLoaded])
  const threads = [...groupBy(query.data ?? [], ({ threadId }) => threadId).values()]
  const isResolved = ([first]: readonly TeamComment[]) => first?.resolvedAt != null
  const [open, resolved] = [threads.filter((one) => !isResolved(one)), threads.filter(isResolved)]
  const leadsToResolved = resolved.some((comments) => comments.some(({ id }) => id === wanted))
  const mayWrite = !isReadOnly && deletedAt === null
  const draw = (comments: readonly TeamComment[]) => (
    <Thread
      key={comments[0]?.threadId}
      profileId={profileId}
      comments={comments}
      myUid={session.state === 'in' || session.state === 'ended' ? session.signedIn.user.uid : null}
      mayManage={mayRemove}
      mayWrite={mayWrite}
      wanted={wanted}
    />
  )
  return (
    <>
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {open.length > 0 && (
        <ul aria-label={team.title} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {open.map(draw)}
        </ul>
      )}
      {mayWrite && (
        <CommentField
          profileId={profileId}
          label={team.label}
          action={team.send}
          error={add.error}
          onSend={(words) => add.mutateAsync(words)}
        />
      )}
      {resolved.length > 0 && (
        <details open={leadsToResolved} className="group border-line border-t">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <span className="flex-1 text-ink-2 text-sm">{team.resolved(resolved.length)}</span>
            <Icon name="chevron" className="size-4 text-ink-3 group-open:rotate-180" />
          </summary>
          <ul aria-label={team.resolved(resolved.length)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {resolved.map(draw)}
          </ul>
        </details>
      )}
    </>
  )
}
