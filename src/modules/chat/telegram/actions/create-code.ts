import type { z } from 'zod'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { requireScopesOfChats, requireWholeCaller } from '../../link-codes/require-whole-caller.ts'
import { requireTelegram, type TelegramDeps } from '../deps.ts'
import { telegramCodes } from '../link-codes.ts'
import { readBotName } from '../read-bot.ts'
import type { accessCode } from '../schema.ts'

/** Creates the code that links a chat to the caller's account. */
export async function createCode(deps: TelegramDeps, caller: Caller): Promise<z.output<typeof accessCode>> {
  requireWholeCaller(caller)
  requireScopesOfChats(caller)
  requireFeature(deps.plans, caller.plan, 'chatCodes')
  requireTelegram(deps)
  const botUsername = (await readBotName(deps)) ?? refuse('network_unavailable')
  const { code, expiresAt } = await telegramCodes.issue(deps, caller)
  return {
    code,
    expiresAtMs: expiresAt.getTime(),
    deepLinkUrl: `https://t.me/${botUsername}?start=${code}`,
    botUsername,
  }
}
