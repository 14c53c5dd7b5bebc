import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { isReceiver, refreshDeliveries, type Webhook } from './webhook-queries.ts'

/** A webhook, and what can be done with it. */
export function EndpointCard({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { id, url, events, active, disabledReason } = webhook
  const test = useMutation({ mutationFn: () => api.testWebhook({ id }), onSuccess: refreshDeliveries })
  const turn = useMutation({
    mutationFn: () => api.updateWebhook({ id, active: !active }),
    onSuccess: refreshDeliveries,
  })
  const remove = useMutation({
    mutationFn: () => api.deleteWebhook({ id }),
    onSuccess: async () => {
      await navigate({ to: '/p/$profileId/settings/webhooks', params: { profileId } })
      await refreshDeliveries()
    },
  })
  const error = test.error ?? turn.error
  const names: Readonly<Record<string, string>> = webhooks.names
  return (
    <section aria-label={url} className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-semibold text-lg">
          {url.split(/(?<=\/)/).map((part, at) => (
            // The parts of an address have no other identity than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
            <Fragment key={at}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </h2>
        <Tag tone={active ? 'good' : 'quiet'}>{active ? webhooks.on : webhooks.off}</Tag>
      </div>
      {!active && disabledReason && <p className="text-held">{webhooks.reasons[disabledReason]}</p>}
      <ul className="flex flex-wrap gap-1.5">
        {events.map((event) => (
          <li key={event}>
            <Tag tone="quiet">{names[event] ?? event}</Tag>
          </li>
        ))}
      </ul>
      {isReceiver(webhook) && (
        <p className="text-ink-2">
          {webhooks.receiverLead}{' '}
          <a href={url} target="_blank" rel="noreferrer" className="text-brand hover:underline">
            {webhooks.receiver}
          </a>
        </p>
      )}
      {error && <ProblemBanner error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
          {webhooks.test}
        </Button>
        <Button isBusy={turn.isPending} onClick={() => turn.mutate()}>
          {active ? webhooks.turnOff : webhooks.turnOn}
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          {webhooks.remove}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={webhooks.removeTitle}
          lead={webhooks.removeLead}
          action={webhooks.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
