import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Comments } from './comments.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'
import { ShareLinkRow } from './share-link-row.tsx'
import { commentsQuery, type ShareLink, shareLinksQuery } from './share-queries.ts'

const isOpen = ({ revokedAt, expiresAt }: ShareLink): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now())

/** The links under which people without an account see the post, and what they say about it. */
export function ShareCard({ postId }: { readonly postId: string }) {
  const { sharing } = useMessages()
  const { mayWrite } = useRights()
  const queries = useQueryClient()
  const links = useQuery(shareLinksQuery(postId))
  const comments = useQuery(commentsQuery(postId))
  const [isNew, setNew] = useState(false)
  const revoke = useMutation({
    mutationFn: (linkId: string) => api.revokeShareLink({ id: postId, linkId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  const open = links.data?.filter(isOpen) ?? []
  if (!mayWrite && open.length === 0 && !comments.data?.length) return null
  return (
    <>
      <Card
        title={sharing.title}
        lead={sharing.lead}
        actions={mayWrite && <Button onClick={() => setNew(true)}>{sharing.create}</Button>}
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
