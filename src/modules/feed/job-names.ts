import { defineJob } from '#infra/queue/index.ts'
import type { WebhookEndpointId } from '#kernel/ids.ts'

/** What rested while an endpoint was not active goes on. */
export const wakeEndpoint = defineJob<{ readonly endpointId: WebhookEndpointId }>('feed.wake-endpoint')

/** Drops what is older than events are kept, and what nobody owns any more. Asked for by a cron. */
export const sweepFeed = defineJob('feed.sweep')
