import type { Incoming } from '../../core/http/request.ts'
import type { MakeNetwork } from '../../core/network.ts'
import { chatLog } from '../../core/pages/layouts/chat-log.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { botMethods } from './bot/me.ts'
import { updateMethods } from './bot/updates.ts'
import { downloadRoute, fileMethods } from './chat/files.ts'
import { messageMethods } from './chat/messages.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { deskRoutes } from './desk/desk.ts'
import { choices, defaultRules } from './rules.ts'
import { bot, createPlatform } from './state/platform.ts'
import { givenIn, methodRoutes } from './wire/api.ts'
import { createThrottle, failures } from './wire/failures.ts'

/** Telegram as seen by a bot: private chats and one group, in which people write to the bot and press its buttons. */
export const telegram: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const throttle = createThrottle(platform)
  const methods = [...botMethods, ...updateMethods, ...messageMethods(throttle), ...fileMethods(throttle)]
  return {
    id: 'telegram',
    title: 'Telegram',
    routes: [...deskRoutes(platform), downloadRoute(platform), ...methodRoutes(platform, methods)],
    accountOf: personIn,
    failures,
    catchUp: () => platform.due.until(world.clock.ms()),
    upcoming: () => platform.due.list(),
    feed: (of) => listFeed(platform, of),
    desk: (name) => `/telegram/desk/${encodeURIComponent(name)}/bot`,
    layout: chatLog,
    connect(name) {
      const person = platform.person(name)
      if (person) platform.chatOf(person).bot = 'member'
      return { account: name, chatId: String(person?.id ?? ''), botToken: bot.token }
    },
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      chats: platform.chats.size,
      messages: [...platform.messages.values()].reduce((sum, list) => sum + list.length, 0),
      pendingUpdates: platform.bot.pending.size,
      webhook: platform.bot.webhook?.url ?? null,
      unansweredQueries: [...platform.queries.values()].filter(({ isAnswered }) => !isAnswered).length,
    }),
  }

  /** Returns the person whose private chat a call addresses: faults and the call log name people, not the bot. */
  function personIn(incoming: Incoming): string | null {
    if (incoming.params.person !== undefined) return platform.person(incoming.params.person)?.name ?? null
    const id = Number(givenIn(incoming).chat_id)
    return platform.personById(id)?.name ?? null
  }
}
