import { z } from 'zod'
import type { Result } from '#sdk/index.ts'
import { idInput } from '../inputs/ids.ts'
import { defineTask, publishes, removes } from '../task.ts'

export const replyOutput = z.object({
  id: z.string(),
  text: z.string().describe('What the team wrote.'),
  state: z.string().describe('`unknown`: the response was lost. Check the network, and don’t send it again.'),
  sendsAt: z.string().nullable().describe('Until then it can be cancelled.'),
  error: z.string().nullable(),
  url: z.string().nullable(),
})

type Reply = z.output<typeof replyOutput>

export const shortenReply = ({ id, text, state, sendsAt, error, url }: Result<'getInboxReply'>): Reply => ({
  ...{ id, text, state, sendsAt, error, url },
})

export const sayReply = ({ id, text, state, error, url }: Reply): string =>
  [`${state.replaceAll('_', ' ')}: “${text}”`, error, url, id].filter(Boolean).join(' ')

export const sendReply = defineTask({
  name: 'send_reply',
  title: 'Send a reply',
  about:
    'Replies publicly to what someone said. Show the text to the user first. It is sent after eight seconds, once, and can be cancelled until then.',
  scopes: ['inbox:reply'],
  effect: publishes,
  input: z.strictObject({
    conversation: idInput('conv').describe('The conversation ID (conv_…).'),
    item: idInput('itm').describe('The item that it replies to: someone else’s, from read_conversation.'),
    lastItem: idInput('itm').describe(
      'The last item that you read. If someone has replied since, the call is rejected.',
    ),
    text: z.string().min(1).describe('Plain text.'),
    closes: z.boolean().exactOptional().describe('If true, the conversation is done once the reply is sent.'),
    confirm: z
      .boolean()
      .exactOptional()
      .describe('If true, sends although someone has replied, or the same text was sent today. Ask the user first.'),
  }),
  output: replyOutput,
  async run(api, { conversation: id, item, lastItem, ...reply }) {
    return shortenReply(await api.createInboxReply({ id, itemId: item, lastItemId: lastItem, ...reply }))
  },
  describe: sayReply,
})

export const cancelReply = defineTask({
  name: 'cancel_reply',
  title: 'Cancel a reply',
  about: 'Cancels a reply that hasn’t been sent yet. A reply that was sent stays on the network.',
  scopes: ['inbox:reply'],
  effect: removes,
  input: z.strictObject({ reply: idInput('rpl').describe('The reply ID (rpl_…).') }),
  output: replyOutput,
  async run(api, { reply: id }) {
    return shortenReply(await api.cancelInboxReply({ id }))
  },
  describe: sayReply,
})
