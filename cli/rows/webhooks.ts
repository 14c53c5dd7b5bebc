import { defineRow } from './row.ts'

export const webhooksRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the endpoints that receive webhooks.',
  flags: {},
  examples: ['posthorn webhooks'],
})

export const addWebhookRow = defineRow({
  usage: ['URL [options]'],
  about: 'Adds an endpoint and shows its secret once.',
  flags: { '--events TYPES': 'The event types, separated by commas (default: all post outcome events).' },
  examples: ['posthorn webhooks add https://example.com/hook --events post.failed'],
})

export const removeWebhookRow = defineRow({
  usage: ['ENDPOINT [options]'],
  about: 'Removes an endpoint.',
  flags: {},
  examples: ['posthorn webhooks remove wh_…'],
})

export const testWebhookRow = defineRow({
  usage: ['ENDPOINT [options]'],
  about: 'Sends a test event to an endpoint.',
  flags: {},
  examples: ['posthorn webhooks test wh_…'],
})

export const deliveriesRow = defineRow({
  usage: ['ENDPOINT [options]'],
  about: 'Lists the deliveries to an endpoint, newest first.',
  flags: { '--limit N': 'The maximum number of results (default: 20).' },
  examples: ['posthorn webhooks deliveries wh_…'],
})
