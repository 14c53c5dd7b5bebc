import type { Input } from '#sdk/index.ts'
import { readList } from '../arguments.ts'
import { clientCommand } from '../client-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readLimit } from '../posts/list-posts.ts'
import { showTime } from '../posts/show-post.ts'
import { addWebhookRow, deliveriesRow, removeWebhookRow, testWebhookRow, webhooksRow } from '../rows/webhooks.ts'

type Events = Input<'createWebhook'>['events']

const outcomesOfPosts: Events = ['post.published', 'post.partial', 'post.failed', 'post.needs_attention']

export const webhooks = clientCommand(webhooksRow, async ({ api, out }) => {
  out.table(
    await api.listWebhooks(),
    [
      {
        title: 'STATE',
        of: ({ active, disabledReason }) => (active ? 'active' : (disabledReason ?? 'off')),
        isState: true,
      },
      { title: 'URL', of: ({ url }) => url },
      { title: 'EVENTS', of: ({ events }) => events.join(', '), shrinks: true },
      { title: 'ENDPOINT', of: ({ id }) => id },
    ],
    'No webhook endpoints yet. Add one: posthorn webhooks add https://…',
  )
  return exitCodes.done.status
})

export const addWebhook = clientCommand(addWebhookRow, async ({ flags, words, api, out }) => {
  const [url = ''] = words
  // The API validates the types.
  const events = flags.events === undefined ? outcomesOfPosts : (readList(flags.events) as Events)
  const added = await api.createWebhook({ url, events })
  out.show(added, () => [
    `${added.id} receives ${added.events.join(', ')}.`,
    'Its secret, which is shown only once:',
    added.secret,
  ])
  return exitCodes.done.status
})

export const removeWebhook = clientCommand(removeWebhookRow, async ({ words, api, out }) => {
  const [id = ''] = words
  out.show(await api.deleteWebhook({ id }), () => `Removed ${id}.`)
  return exitCodes.done.status
})

export const testWebhook = clientCommand(testWebhookRow, async ({ words, api, out }) => {
  const [id = ''] = words
  const delivery = await api.testWebhook({ id })
  out.show(delivery, () => `Sent ${delivery.id}. To see the result, run: posthorn webhooks deliveries ${id}`)
  return exitCodes.done.status
})

export const deliveries = clientCommand(deliveriesRow, async ({ flags, words, api, out }) => {
  const [id = ''] = words
  const { deliveries: found } = await api.listWebhookDeliveries({ id, limit: readLimit(flags.limit) })
  out.table(
    found,
    [
      { title: 'WHEN', of: ({ createdAt }) => showTime(createdAt) },
      { title: 'STATE', of: ({ status }) => status, isState: true },
      { title: 'ANSWER', of: ({ responseStatus }) => responseStatus },
      { title: 'ATTEMPTS', of: ({ attempts }) => attempts },
      { title: 'EVENT', of: ({ event }) => event },
      { title: 'DELIVERY', of: (one) => one.id },
    ],
    'No deliveries yet.',
  )
  return exitCodes.done.status
})
