import { defineJob } from '#infra/queue/index.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'

/** Makes the resting deliveries of an endpoint due when it is switched on again. */
export const wakeEndpoint = defineJob<{ readonly endpointId: WebhookEndpointId }>('feed.wake-endpoint')

/** Drops events and deliveries past their retention, and deliveries without an endpoint. A cron enqueues it. */
export const sweepFeed = defineJob('feed.sweep')
