import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { UseReceiver } from './receiver.tsx'
import { type Webhook, webhooksQuery } from './webhook-queries.ts'

/** The webhooks of the user, each with its state. */
export function WebhooksPage() {
  const { settings, webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const [isCreating, setCreating] = useState(false)
  const all = useQuery(webhooksQuery)
  const create = (
    <>
      <UseReceiver />
      <Button variant="primary" onClick={() => setCreating(true)}>
        {webhooks.create}
      </Button>
    </>
  )
  const isEmpty = all.data?.length === 0
  return (
    <SettingsFrame tab="webhooks" actions={!isEmpty && create}>
      {all.error && <ProblemBanner error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <WaitingRows count={3} />}
      {isEmpty && (
        <EmptyState
          icon="plug"
          title={webhooks.empty}
          lead={findReceiver('') === null ? webhooks.emptyLead : webhooks.emptyReceiverLead}
          action={<div className="flex flex-wrap justify-center gap-2">{create}</div>}
        />
      )}
      {all.data && all.data.length > 0 && (
        <RowList label={settings.titles.webhooks}>
          {all.data.map((webhook) => (
            <li key={webhook.id}>
              <Link
                to="/p/$profileId/settings/webhooks/$webhookId"
                params={{ profileId, webhookId: webhook.id }}
                className="flex items-center gap-3 px-4 py-3 hover:bg-sunken"
              >
                <WebhookFacts webhook={webhook} />
              </Link>
            </li>
          ))}
        </RowList>
      )}
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </SettingsFrame>
  )
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages()
  const { url, events, active, lastDeliveryAt } = webhook
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <OneLine className="font-medium">{url}</OneLine>
        <span className="text-ink-3 text-sm">
          {webhooks.eventCount(events.length)} ·{' '}
          {lastDeliveryAt ? webhooks.last(formatDistance(lastDeliveryAt)) : webhooks.never}
        </span>
      </span>
      <Tag tone={active ? 'good' : 'quiet'}>{active ? webhooks.on : webhooks.off}</Tag>
    </>
  )
}
