import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'

export const chatPath = z.strictObject({
  chatId: z.string().meta({ description: 'The ID of the chat in Telegram.', examples: ['600000001'] }),
})

/** An update. Each Bot API version adds kinds, so unknown ones are ignored. */
export const updateBody = z
  .looseObject({ update_id: z.int() })
  .meta({ id: 'TelegramUpdate', description: 'An `Update` of the Bot API.', examples: [{ update_id: 1 }] })

export const received = z.object({ ok: z.literal(true) }).meta({ id: 'ReceivedChatUpdate' })

const botUsername = z
  .string()
  .nullable()
  .meta({ description: 'Null if no bot is set up or Telegram isn’t responding.', examples: ['posthorn_bot'] })

export const accessCode = z
  .object({
    code: z.string().meta({ description: 'Works once, for ten minutes.', examples: ['7KQ2M9XA'] }),
    expiresAtMs: z.int().meta({ description: 'Milliseconds since 1970.' }),
    deepLinkUrl: z.string().meta({ examples: ['https://t.me/posthorn_bot?start=7KQ2M9XA'] }),
    botUsername: z.string().meta({ examples: ['posthorn_bot'] }),
  })
  .meta({ id: 'ChatAccessCode', description: 'A code that links a Telegram chat to your account.' })

export const chatRecord = z
  .object({
    chatId: z.string().meta({ examples: ['600000001'] }),
    type: z.enum(['private', 'group', 'supergroup', 'channel']),
    title: z.string().meta({ description: 'The name of the person or group.', examples: ['Maria'] }),
    photoUrl: z.string().nullable().meta({
      description: 'The image of the chat as a `data:` URL. Null until it has been refreshed, or if the chat has none.',
    }),
    linkedAt: instant,
    profileId: idOf('prof').nullable().meta({ description: 'The profile that was chosen with /profile.' }),
    lastMessageAt: instant.nullable(),
    reachable: z.boolean().meta({ description: 'False if the bot was blocked or removed from the group.' }),
  })
  .meta({ id: 'LinkedChat', description: 'A Telegram chat that is linked to your account.' })

export const chatList = z.object({ chats: chatRecord.array(), botUsername }).meta({ id: 'LinkedChats' })

export const connection = z
  .object({ connected: z.boolean(), botUsername, chats: chatRecord.array() })
  .meta({ id: 'ChatConnection', description: 'Whether a Telegram chat is linked to your account.' })

export const unlinked = z.object({ ok: z.literal(true) }).meta({ id: 'UnlinkedChat' })
