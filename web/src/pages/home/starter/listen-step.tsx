import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { createAtReceiver } from '#web/pages/settings/webhooks/receiver/create-at-receiver.ts'
import { ReceiverVerdict } from '#web/pages/settings/webhooks/receiver/receiver-verdict.tsx'
import { isReceiver, refreshDeliveries, type Webhook } from '#web/pages/settings/webhooks/webhook-queries.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface ListenProps {
  readonly profileId: string
  readonly webhooks: readonly Webhook[]
}

/** Sends a signed test to the receiver of the sandbox, and shows here what the receiver says to it. */
export function ListenStep({ profileId, webhooks: all }: ListenProps) {
  const { home, webhooks } = useMessages()
  const own = all.find(isReceiver)
  const listen = useMutation({
    mutationFn: async () => {
      const id = own?.id ?? (await createAtReceiver(webhooks.names))
      if (id !== null) await api.testWebhook({ id })
    },
    onSettled: refreshDeliveries,
  })
  if (findReceiver('') === null)
    return (
      <Link to="/p/$profileId/settings/webhooks" params={{ profileId }} className={buttonLook('plain')}>
        {home.tour.listen}
      </Link>
    )
  return (
    <div className="grid justify-items-start gap-2">
      {(!own || own.lastDeliveryAt === null) && (
        <Button isBusy={listen.isPending} onClick={() => listen.mutate()}>
          {home.tour.sendTest}
        </Button>
      )}
      {own && <LastTest profileId={profileId} webhook={own} />}
      {listen.error && <ProblemBanner error={listen.error} />}
    </div>
  )
}

/** The last delivery to the receiver: its answer, and whether the signature was right. */
function LastTest({ profileId, webhook }: { readonly profileId: string; readonly webhook: Webhook }) {
  const { webhooks } = useMessages()
  const newest = useQuery({
    queryKey: ['deliveries', webhook.id, 'newest'],
    queryFn: async () => (await api.listWebhookDeliveries({ id: webhook.id, limit: 1 })).deliveries[0] ?? null,
  })
  if (!newest.data || newest.data.attempts === 0) return null
  return (
    <Link
      to="/p/$profileId/settings/webhooks/$webhookId"
      params={{ profileId, webhookId: webhook.id }}
      className="nums text-brand text-sm hover:underline"
    >
      {newest.data.responseStatus ?? webhooks.noAnswer}
      <ReceiverVerdict webhookId={webhook.id} delivery={newest.data} />
    </Link>
  )
}
