import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import { tell } from '#web/ui/toast.tsx'
import type { QueueState } from './use-queue.ts'

interface CardProps {
  readonly deliveries: QueueState['deliveries']
  readonly mayAct: boolean
}

/** Says how many webhooks wait, and sends those again that have failed for good. */
export function DeliveriesCard({ deliveries: { ready, oldestReadyAt }, mayAct }: CardProps) {
  const words = useMessages('admin').admin.queue
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const retry = useMutation({
    mutationFn: () => api.retryFailedWebhooks(),
    onSuccess: ({ retried }) => {
      setAsking(false)
      tell({ title: words.retried(retried) })
      return queries.invalidateQueries({ queryKey: ['admin-queue'] })
    },
  })
  return (
    <Section title={words.webhooks} actions={mayAct && <Button onClick={() => setAsking(true)}>{words.retry}</Button>}>
      <p className="nums text-ink-3">
        {ready === 0 ? words.noDeliveries : words.deliveriesWait(ready)}{' '}
        {oldestReadyAt && `${words.since(formatDistance(oldestReadyAt))}.`}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={words.retry}
          lead={words.retryLead}
          action={words.retryAction}
          isBusy={retry.isPending}
          error={retry.error}
          onConfirm={() => retry.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
