import type { Input, Item, Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { findReceiver } from '#web/lib/sandbox.ts'
import type { Tone } from '#web/ui/tag.tsx'

export type Webhook = Result<'listWebhooks'>[number]
export type Delivery = Item<'listWebhookDeliveries', 'deliveries'>
export type EventName = Input<'createWebhook'>['events'][number]

export const webhooksQuery = queryOptions({ queryKey: ['webhooks'], queryFn: () => api.listWebhooks() })

export const tones: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  retrying: 'waiting',
  failed: 'bad',
}

export const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['deliveries', webhookId, deliveryId],
    queryFn: () => api.getWebhookDelivery({ id: webhookId, deliveryId }),
  })

/** True for an endpoint at the sandbox's receiver, which verifies signatures. */
export const isReceiver = ({ url }: Webhook): boolean => url.startsWith(findReceiver('') ?? 'none')

/** Refetches the deliveries, and the webhooks, which show the time of the latest one. */
export async function refreshDeliveries(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['deliveries'] })
  await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
}
