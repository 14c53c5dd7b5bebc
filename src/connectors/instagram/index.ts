import type { Connector } from '#connectors/connector.ts'
import { meter } from '#connectors/meta/usage.ts'
import { instagram as limits } from '#rules/networks/instagram.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check, limitsFor } from './check.ts'
import { hear } from './hear.ts'
import { inbox } from './inbox/inbox.ts'
import { afresh, awaitItems, container, denied, item, locate, name, publish, ready } from './media/container.ts'
import { room } from './media/room.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { closeComments, comment } from './post/comment.ts'
import { reply } from './post/reply.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { accountDefaults, settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Instagram, over Meta's API: images, carousels, reels and stories of professional accounts. */
export const instagram: Connector<Grant, Memo> = {
  network: 'instagram',
  limits,
  limitsFor,
  operator,
  settings,
  accountDefaults,
  auth,
  plan,
  check,
  judge,
  meter,
  metrics,
  readBack,
  recall,
  inbox,
  hear,
  steps: {
    room,
    item,
    awaitItems,
    container,
    ready,
    publish,
    locate,
    name,
    comment,
    closeComments,
    reply,
    denied,
    afresh,
  },
}
