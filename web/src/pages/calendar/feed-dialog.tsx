import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { LabelChips } from '#web/posts/labels/label-chips.tsx'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface FeedProps {
  readonly profileId: string
  /** The label that the calendar is filtered by. The URL then has only its posts. */
  readonly label: string | undefined
  readonly onClose: () => void
}

/** Creates calendar feed URLs and revokes them. A URL is shown once. */
export function FeedDialog({ profileId, label, onClose }: FeedProps) {
  const { calendar, labels, shell } = useMessages()
  const words = calendar.feed
  const queries = useQueryClient()
  const feeds = useQuery({
    queryKey: ['calendar-feeds', profileId],
    queryFn: () => api.listCalendarFeeds({ id: profileId }),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['calendar-feeds'] })
  const create = useMutation({ mutationFn: () => api.createCalendarFeed({ id: profileId }), onSettled: refresh })
  const revoke = useMutation({
    mutationFn: (feedId: string) => api.revokeCalendarFeed({ id: profileId, feedId }),
    onSettled: refresh,
  })
  const error = feeds.error ?? create.error ?? revoke.error
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      {create.data ? (
        <>
          <CopyField label={words.address} value={narrow(create.data.url, label)} />
          {label && (
            <p className="flex items-center gap-2">
              {labels.filter}
              <LabelChips profileId={profileId} names={[label]} />
            </p>
          )}
          <p className="text-ink-3 text-sm">{words.once}</p>
        </>
      ) : (
        <Button
          variant="primary"
          className="justify-self-start"
          isBusy={create.isPending}
          onClick={() => create.mutate()}
        >
          {words.create}
        </Button>
      )}
      {feeds.data && feeds.data.length > 0 && (
        <RowList label={words.title}>
          {feeds.data.map(({ id, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2 ps-4 pe-2">
              {words.made(formatDistance(createdAt))}
              <Button
                variant="quiet"
                isBusy={revoke.isPending && revoke.variables === id}
                onClick={() => revoke.mutate(id)}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </RowList>
      )}
      {error && <ProblemBanner error={error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const narrow = (url: string, label: string | undefined): string =>
  label ? `${url}?label=${encodeURIComponent(label)}` : url
