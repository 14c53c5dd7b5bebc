import type { z } from 'zod'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { requireTelegram, type TelegramDeps } from '../deps.ts'
import { codeLifeMs, hashCode, makeCode } from '../link-code.ts'
import { readBotName } from '../read-bot.ts'
import { requireScopesOfChats, requireWholeCaller } from '../require-whole-caller.ts'
import type { accessCode } from '../schema.ts'
import { putCode } from '../store/codes.ts'

/** Creates the code that links a chat to the caller's account. */
export async function createCode(deps: TelegramDeps, caller: Caller): Promise<z.output<typeof accessCode>> {
  requireWholeCaller(caller)
  requireScopesOfChats(caller)
  requireFeature(deps.plans, caller.plan, 'chatCodes')
  requireTelegram(deps)
  const botUsername = (await readBotName(deps)) ?? refuse('network_unavailable')
  const now = deps.clock.now()
  const expiresAt = after(now, codeLifeMs)
  const code = makeCode()
  await inTx(deps.db, async (tx) => {
    await putCode(tx, { codeHash: hashCode(code), uid: caller.uid, expiresAt })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: caller.uid,
      action: 'chat.code_created',
      subject: toWire('usr', caller.uid),
    })
  })
  return {
    code,
    expiresAtMs: expiresAt.getTime(),
    deepLinkUrl: `https://t.me/${botUsername}?start=${code}`,
    botUsername,
  }
}
