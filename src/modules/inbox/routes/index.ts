import type { Edge } from '#infra/http/server.ts'
import type { InboxDeps } from '../deps.ts'
import { itemRoutes } from './acts.ts'
import { conversationRoutes } from './conversations.ts'
import { noteRoutes } from './notes.ts'
import { numberRoutes } from './numbers.ts'
import { replyRoutes } from './replies.ts'
import { replyApprovalRoutes } from './reply-approvals.ts'
import { ruleRoutes } from './rules.ts'

/** Adds the routes of the inbox. */
export function inboxRoutes(app: Edge, deps: InboxDeps): void {
  conversationRoutes(app, deps)
  replyRoutes(app, deps)
  noteRoutes(app, deps)
  replyApprovalRoutes(app, deps)
  ruleRoutes(app, deps)
  itemRoutes(app, deps)
  numberRoutes(app, deps)
}
