import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { randomKey } from '#web/lib/browser/random-key.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { keepSecret } from './kept-secrets.ts'
import { type Delivery, deliveryQuery, type EventName, refreshDeliveries } from './webhook-queries.ts'

/** Creates a webhook at the sandbox's receiver, and opens its page. */
export function UseReceiver() {
  const { webhooks } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => createAtReceiver(webhooks.names),
    onSuccess: async (webhookId) => {
      if (webhookId === null) return
      await navigate({ to: '/p/$profileId/settings/webhooks/$webhookId', params: { profileId, webhookId } })
    },
  })
  if (findReceiver('') === null) return null
  return (
    <>
      <Button isBusy={create.isPending} onClick={() => create.mutate()}>
        {webhooks.useReceiver}
      </Button>
      {create.error && <ProblemBanner error={create.error} />}
    </>
  )
}

/**
 * Creates a webhook for all events at a sandbox receiver, to which the service passes the secret. Returns its ID, or
 * null if no sandbox is running.
 */
export async function createAtReceiver(names: Messages['webhooks']['names']): Promise<string | null> {
  const url = findReceiver(newName())
  if (url === null) return null
  // A test is sent whether or not it is selected.
  const { 'webhook.test': _, ...chosen } = names
  const { id, secret } = await api.createWebhook({ url, events: Object.keys(chosen) as EventName[] })
  keepSecret(id, secret)
  await refreshDeliveries()
  return id
}

/** Each webhook has its own receiver, since a receiver knows only one secret. */
const newName = (): string => `inbox-${randomKey().slice(0, 6)}`

interface VerdictProps {
  readonly webhookId: string
  readonly delivery: Delivery
}

/** Shows how long the sandbox's receiver took, and whether the signature was valid. */
export function ReceiverVerdict({ webhookId, delivery: { id, attempts, status } }: VerdictProps) {
  const { webhooks } = useMessages()
  const fullDelivery = useQuery({ ...deliveryQuery(webhookId, id), enabled: attempts > 0 && status !== 'pending' })
  const last = fullDelivery.data?.attemptsLog.findLast(({ responseStatus }) => responseStatus !== null)
  if (!last) return null
  const found = readSignature(last.responseBody)
  return (
    <>
      {last.durationMs !== null && ` · ${webhooks.took(last.durationMs)}`}
      {found && (
        <>
          {' · '}
          <span className={found === 'valid' ? 'text-published' : 'text-failed'}>{webhooks.found[found]}</span>
        </>
      )}
    </>
  )
}

const verdicts = ['valid', 'invalid', 'missing', 'unknown'] as const

/** Reads the verdict from the receiver's response. Other response bodies do not contain one. */
function readSignature(body: string | null): (typeof verdicts)[number] | undefined {
  try {
    const { signature } = Object(JSON.parse(body ?? ''))
    return verdicts.find((one) => one === signature)
  } catch {
    return undefined
  }
}
