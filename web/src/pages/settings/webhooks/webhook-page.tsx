import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { webhooksQuery } from './webhook-queries.ts'

const route = '/p/$profileId/settings/webhooks/$webhookId'

/** A webhook and its deliveries. The delivery that is open is in the address. */
export function WebhookPage() {
  const { shell, webhooks } = useMessages()
  const { profileId, webhookId } = useParams({ from: route })
  const { delivery } = useSearch({ from: route })
  const navigate = useNavigate()
  const all = useQuery(webhooksQuery)
  const webhook = all.data?.find(({ id }) => id === webhookId)
  const show = (id?: string) =>
    void navigate({ to: route, params: { profileId, webhookId }, search: id ? { delivery: id } : {} })
  return (
    <SettingsFrame tab="webhooks">
      <Link
        to="/p/$profileId/settings/webhooks"
        params={{ profileId }}
        activeOptions={{ exact: true }}
        className="inline-flex w-fit items-center gap-1 text-ink-2 hover:text-ink"
      >
        <Icon name="left" className="size-4" />
        {webhooks.back}
      </Link>
      {all.error && <ProblemBanner error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Loading />}
      {all.data && !webhook && <p className="text-ink-3">{shell.problem.notFound}</p>}
      {webhook && (
        <>
          <EndpointCard webhook={webhook} />
          <DeliveryList webhook={webhook} onOpen={show} />
          {delivery && (
            <DeliveryDialog key={delivery} webhookId={webhook.id} deliveryId={delivery} onClose={() => show()} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}
