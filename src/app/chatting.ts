import type { ClaimOptions } from '#infra/claim/index.ts'
import { type ChatWork, createChatWork } from '#modules/chat/index.ts'
import type { Deps } from './deps.ts'
import { holderOf } from './publishing.ts'

/** Creates the work on Telegram chats. */
export const chatWorkOf = (deps: Deps, options: Pick<ClaimOptions, 'onlyIf'> = {}): ChatWork =>
  createChatWork({ ...deps, ...options, db: deps.engineDb, holder: holderOf(deps) })
