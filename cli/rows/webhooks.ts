import { defineRow } from './row.ts'

export const webhooksRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the endpoints that receive webhooks.',
  flags: {},
  examples: ['posthorn webhooks'],
})

export const addWebhookRow = defineRow({
  usage: ['URL [options]'],
  about: 'Adds an endpoint, and shows its secret once.',
  flags: { '--events TYPES': 'The types of events, with commas between; by default what becomes of posts.' },
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
  about: 'Sends an endpoint a test event.',
  flags: {},
  examples: ['posthorn webhooks test wh_…'],
})

export const deliveriesRow = defineRow({
  usage: ['ENDPOINT [options]'],
  about: 'Lists the deliveries to an endpoint, the newest first.',
  flags: { '--limit N': 'How many at most; by default 20.' },
  examples: ['posthorn webhooks deliveries wh_…'],
})
