import { z } from 'zod'
import { idInput } from '../inputs/ids.ts'
import { findMembers } from '../inputs/members.ts'
import { findProfileId, profileInput } from '../inputs/profile.ts'
import { adds, defineTask, reads } from '../task.ts'

export const addNote = defineTask({
  name: 'add_note',
  title: 'Add a note to a conversation',
  about: 'Writes a note on a conversation to colleagues. It’s never sent to a network. Mentioned people are notified.',
  scopes: ['inbox:read', 'inbox:write', 'profiles:read'],
  effect: adds,
  input: z.strictObject({
    conversation: idInput('conv').describe('The conversation ID (conv_…).'),
    text: z.string().min(1).describe('Plain text. Markup is shown as typed.'),
    mentions: z.array(z.string()).exactOptional().describe('Members to notify, by name or ID.'),
  }),
  output: z.object({ id: z.string(), text: z.string() }),
  async run(api, { conversation: id, text, mentions: named = [] }) {
    if (named.length === 0) return shorten(await api.createInboxNote({ id, text }))
    const { profileId } = await api.getConversation({ id })
    const mentions = await findMembers(api, profileId, named, (index) => `/mentions/${index}`)
    return shorten(await api.createInboxNote({ id, text, mentions }))
  },
  describe: ({ id, text }) => `Noted: ${text} (${id})`,
})

const shorten = ({ id, text }: { readonly id: string; readonly text: string }) => ({ id, text })

const dayInput = z.string().exactOptional()

export const getInboxNumbers = defineTask({
  name: 'get_inbox_numbers',
  title: 'Get response times',
  about: 'Returns how many people got a reply in the inbox of a profile, how long they waited, and what is open.',
  scopes: ['inbox:read', 'profiles:read'],
  effect: reads,
  input: z.strictObject({
    profile: profileInput,
    from: dayInput.describe('The first day, such as 2027-01-01. Defaults to 29 days before `to`.'),
    to: dayInput.describe('The last day. Defaults to today.'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    waits: z.int().describe('How often someone waited for a reply.'),
    answered: z.int().describe('How many of them got a reply.'),
    medianSeconds: z.int().nullable().describe('Half of the replies came within this time.'),
    p90Seconds: z.int().nullable().describe('Nine of ten replies came within this time.'),
    open: z.int().nullable().describe('Open conversations at the end of the last day.'),
  }),
  async run(api, { profile, ...days }) {
    const { from, to, total } = await api.getInboxNumbers({ profileId: await findProfileId(api, profile), ...days })
    const { waits, answered, medianSeconds, p90Seconds, open } = total
    return { from, to, waits, answered, medianSeconds, p90Seconds, open }
  },
  describe: ({ from, to, waits, answered, medianSeconds, p90Seconds, open }) =>
    [
      `${from} to ${to}: ${answered} of ${waits} got a reply.`,
      ...(medianSeconds === null ? [] : [`Half of them within ${inMinutes(medianSeconds)}.`]),
      ...(p90Seconds === null ? [] : [`Nine of ten within ${inMinutes(p90Seconds)}.`]),
      ...(open === null ? [] : [`${open} open.`]),
    ].join(' '),
})

const inMinutes = (seconds: number): string => `${Math.max(1, Math.round(seconds / 60))} min`
