import { bad } from '../wire/answers.ts'
import { type Call, chatIn, type Method } from '../wire/api.ts'
import { botShape, chatShape } from './shapes.ts'

const maxCommands = 100

/** The calls about the bot itself and its chats. */
export const botMethods: readonly Method[] = [
  {
    name: 'getMe',
    run: ({ platform }) => ({
      ...botShape,
      can_join_groups: true,
      can_read_all_group_messages: !platform.rules.privacyMode,
      supports_inline_queries: false,
    }),
  },
  { name: 'setMyCommands', writes: true, run: setCommands },
  { name: 'getMyCommands', run: ({ platform }) => platform.bot.commands },
  { name: 'getChat', run: readChat },
]

function setCommands({ platform, value }: Call): true {
  const commands = value('commands')
  if (!Array.isArray(commands) || commands.length > maxCommands) return bad("can't parse BotCommand: Expected an Array")
  for (const { command, description } of commands) {
    if (!/^[a-z0-9_]{1,32}$/.test(String(command))) bad('BOT_COMMAND_INVALID')
    if (typeof description !== 'string' || description === '' || description.length > 256)
      bad('BOT_COMMAND_DESCRIPTION_INVALID')
  }
  platform.bot.commands = commands
  return true
}

function readChat(call: Call): object {
  const chat = chatIn(call)
  const small = `photo-${chat.id}`
  const photo = { small_file_id: small, small_file_unique_id: small, big_file_id: small, big_file_unique_id: small }
  return { ...chatShape(chat), photo, accent_color_id: 1, max_reaction_count: 11 }
}
