import type { Result } from '@posthorn/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'

const isOpen = ({ revokedAt, expiresAt }: ShareLink): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now())

/** The share links for people without an account, and their comments. */
export function ShareCard({ postId }: { readonly postId: string }) {
  const { sharing } = useMessages()
  const { mayPublish } = useRights()
  const queries = useQueryClient()
  const links = useQuery(shareLinksQuery(postId))
  const comments = useQuery(commentsQuery(postId))
  const [isNew, setNew] = useState(false)
  const revoke = useMutation({
    mutationFn: (linkId: string) => api.revokeShareLink({ id: postId, linkId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  const open = links.data?.filter(isOpen) ?? []
  if (!mayPublish && open.length === 0 && !comments.data?.length) return null
  return (
    <>
      <Card
        title={sharing.title}
        lead={sharing.lead}
        actions={mayPublish && <Button onClick={() => setNew(true)}>{sharing.create}</Button>}
      >
        {open.length > 0 && (
          <ul aria-label={sharing.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {open.map((link) => (
              <ShareLinkRow
                key={link.id}
                link={link}
                isBusy={revoke.isPending && revoke.variables === link.id}
                onRevoke={() => revoke.mutate(link.id)}
              />
            ))}
          </ul>
        )}
        {(links.error ?? revoke.error) && <ProblemBanner error={links.error ?? revoke.error ?? new Error()} />}
        {comments.data && comments.data.length > 0 && <Comments postId={postId} comments={comments.data} />}
      </Card>
      {isNew && <NewLinkDialog postId={postId} onClose={() => setNew(false)} />}
    </>
  )
}

interface RowProps {
  readonly link: ShareLink
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

/** A link, its view count, and a button to revoke it. */
function ShareLinkRow({ link: { url, views, comments, expiresAt }, isBusy, onRevoke }: RowProps) {
  const { sharing } = useMessages()
  const facts = [
    sharing.views(views),
    comments ? sharing.withComments : sharing.withoutComments,
    expiresAt ? sharing.until(formatDayAndTime(expiresAt)) : sharing.forGood,
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <CopyField label={sharing.link} value={url} isOneLine />
      <p className="flex flex-wrap items-center justify-between gap-2 text-ink-3 text-sm">
        {facts.join(' · ')}
        <PublishersOnly>
          <Button variant="quiet" isBusy={isBusy} onClick={onRevoke}>
            {sharing.revoke}
          </Button>
        </PublishersOnly>
      </p>
    </li>
  )
}

interface CommentsProps {
  readonly postId: string
  readonly comments: readonly Comment[]
}

/** The comments of people with a link, oldest first. */
function Comments({ postId, comments }: CommentsProps) {
  const { sharing, shell } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (commentId: string) => api.deletePostComment({ id: postId, commentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  return (
    <section aria-label={sharing.comments} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">{sharing.comments}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {comments.map(({ id, name, text, fineByMe, createdAt }) => (
          <li key={id} className="grid gap-1 rounded-md bg-sunken px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <bdi className="font-medium">{name}</bdi>
              {fineByMe && <Tag tone="good">{sharing.fine}</Tag>}
              <span className="me-auto text-ink-3 text-sm">{formatDistance(createdAt)}</span>
              <PublishersOnly>
                <Button
                  variant="quiet"
                  aria-label={sharing.removeComment(name)}
                  isBusy={remove.isPending && remove.variables === id}
                  onClick={() => remove.mutate(id)}
                >
                  {shell.remove}
                </Button>
              </PublishersOnly>
            </p>
            {text && (
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ShareLink = Result<'listShareLinks'>[number]

type Comment = Result<'listPostComments'>[number]

const shareLinksQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'share-links'], queryFn: () => api.listShareLinks({ id: postId }) })

const commentsQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'comments'], queryFn: () => api.listPostComments({ id: postId }) })
