import type { Result } from '@posthorn/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { InviteGuestDialog } from '#web/posts/guests/late-guests.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { ClientComments, commentsQuery } from './client-comments.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'

const isOpen = ({ revokedAt, expiresAt }: ShareLink): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now())

/** The share links for people without an account, and their comments. */
export function ShareCard({ profileId, postId }: { readonly profileId: string; readonly postId: string }) {
  const { sharing } = useMessages()
  const { mayPublish } = useRights()
  const queries = useQueryClient()
  const links = useQuery(shareLinksQuery(postId))
  const comments = useQuery(commentsQuery(postId))
  const [isNew, setNew] = useState(false)
  const [isInviting, setInviting] = useState(false)
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
        actions={
          mayPublish && (
            <>
              <Button variant="quiet" onClick={() => setInviting(true)}>
                {sharing.inviteClient}
              </Button>
              <Button onClick={() => setNew(true)}>{sharing.create}</Button>
            </>
          )
        }
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
        <ClientComments
          postId={postId}
          comments={comments.data ?? []}
          mayReply={mayPublish && open.some((link) => link.comments)}
        />
      </Card>
      {isInviting && <InviteGuestDialog profileId={profileId} postId={postId} onClose={() => setInviting(false)} />}
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

type ShareLink = Result<'listShareLinks'>[number]

const shareLinksQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'share-links'], queryFn: () => api.listShareLinks({ id: postId }) })
