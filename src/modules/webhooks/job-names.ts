import { defineJob } from '#infra/queue/index.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'

/** Makes the suspended deliveries of an endpoint due when it is enabled again. */
export const wakeEndpoint = defineJob<{ readonly endpointId: WebhookEndpointId }>('webhooks.wake-endpoint')

/** Drops deliveries past their retention, and deliveries without an endpoint. A cron enqueues it. */
export const sweepWebhooks = defineJob('webhooks.sweep')
