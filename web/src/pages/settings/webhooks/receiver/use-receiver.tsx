import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { keepSecret } from '../proof/kept-secrets.ts'
import { type EventName, refreshDeliveries } from '../webhook-queries.ts'

/** Creates a webhook for all events at a receiver of the sandbox, to which the service hands the secret. */
export function UseReceiver() {
  const { webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  // A test is sent whether or not it is chosen.
  const { 'webhook.test': _, ...names } = webhooks.names
  const create = useMutation({
    mutationFn: (url: string) => api.createWebhook({ url, events: Object.keys(names) as EventName[] }),
    onSuccess: async ({ id, secret }) => {
      keepSecret(id, secret)
      await refreshDeliveries()
      await navigate({ to: '/p/$profileId/settings/webhooks/$webhookId', params: { profileId, webhookId: id } })
    },
  })
  const url = findReceiver(newName())
  if (url === null) return null
  return (
    <>
      <Button isBusy={create.isPending} onClick={() => create.mutate(url)}>
        {webhooks.useReceiver}
      </Button>
      {create.error && <ProblemBanner error={create.error} />}
    </>
  )
}

/** Each webhook has a receiver of its own, since a receiver knows one secret. */
const newName = (): string => `inbox-${crypto.randomUUID().slice(0, 6)}`
