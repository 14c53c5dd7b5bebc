import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryList, idOfDelivery } from './delivery-list.tsx'
import { EditWebhookDialog } from './edit-webhook-dialog.tsx'
import { RollSecretDialog } from './roll-secret-dialog.tsx'
import { isReceiver, refreshDeliveries, type Webhook, webhooksQuery } from './webhook-queries.ts'

const route = '/p/$profileId/settings/webhooks/$webhookId'

/** A webhook and its deliveries. The open delivery is in the URL. */
export function WebhookPage() {
  const { shell, webhooks } = useMessages()
  const { profileId, webhookId } = useParams({ from: route })
  const { delivery } = useSearch({ from: route })
  const navigate = useNavigate()
  const all = useQuery(webhooksQuery)
  const webhook = all.data?.find(({ id }) => id === webhookId)
  const show = (id?: string) =>
    void navigate({ to: route, params: { profileId, webhookId }, search: id ? { delivery: id } : {} })
  const crumb = (
    <Link
      to="/p/$profileId/settings/webhooks"
      params={{ profileId }}
      activeOptions={{ exact: true }}
      className="mb-1 inline-flex min-h-6 w-fit items-center gap-1 text-ink-2 text-sm hover:text-ink"
    >
      <Icon name="left" className="size-4" />
      {webhooks.back}
    </Link>
  )
  const below = {
    title: webhook ? <Breakable url={webhook.url} /> : webhooks.back,
    part: webhook?.url ?? webhooks.back,
    crumb,
  }
  return (
    <SettingsFrame tab="webhooks" isWide={delivery !== undefined} below={below}>
      {all.error && <ProblemBanner error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Loading />}
      {all.data && !webhook && <p className="text-ink-3">{shell.problem.notFound}</p>}
      {webhook && (
        <>
          <EndpointCard webhook={webhook} />
          <div
            className={
              delivery
                ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]'
                : ''
            }
          >
            <DeliveryList webhook={webhook} open={delivery} onOpen={show} />
            {delivery && (
              <DeliveryDetail
                key={delivery}
                webhookId={webhook.id}
                deliveryId={delivery}
                onClose={() => {
                  document.getElementById(idOfDelivery(delivery))?.focus()
                  show()
                }}
              />
            )}
          </div>
        </>
      )}
    </SettingsFrame>
  )
}

/** A URL that breaks after its slashes. */
const Breakable = ({ url }: { readonly url: string }) =>
  url.split(/(?<=\/)/).map((part, at) => (
    // The segments of a URL have no identity except their position.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))

/** A webhook and its actions. */
export function EndpointCard({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'roll' | 'remove' | null>(null)
  const [copied, setCopied] = useState<readonly string[] | null>(null)
  const close = () => setOpen(null)
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
    <section aria-label={url} className="grid gap-4 rounded-lg bg-surface p-4 shadow-1 ring-1 ring-line sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <details className="min-w-0 flex-1">
          <summary className="w-fit text-ink-2 text-sm">{webhooks.eventCount(events.length)}</summary>
          <ul className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {events.map((event) => (
              <li key={event}>{names[event] ?? event}</li>
            ))}
          </ul>
        </details>
        <Tag tone={active ? 'good' : 'quiet'}>{active ? webhooks.on : webhooks.off}</Tag>
      </div>
      {!active && disabledReason && <p className="text-held">{webhooks.reasons[disabledReason]}</p>}
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
        <Button variant="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
          {webhooks.test}
        </Button>
        <Button isBusy={turn.isPending} onClick={() => turn.mutate()}>
          {active ? webhooks.turnOff : webhooks.turnOn}
        </Button>
        <Button onClick={() => setOpen('edit')}>{webhooks.editAction}</Button>
        <Button onClick={() => setOpen('roll')}>{webhooks.roll.action}</Button>
        <Button variant="danger" onClick={() => setOpen('remove')}>
          {webhooks.remove}
        </Button>
      </div>
      {open === 'edit' && (
        <EditWebhookDialog
          webhook={webhook}
          onCopy={(chosen) => {
            close()
            setCopied(chosen)
          }}
          onClose={close}
        />
      )}
      {copied && <CreateWebhookDialog events={copied} onClose={() => setCopied(null)} />}
      {open === 'roll' && <RollSecretDialog webhookId={id} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={webhooks.removeTitle}
          lead={webhooks.removeLead}
          action={webhooks.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      )}
    </section>
  )
}
