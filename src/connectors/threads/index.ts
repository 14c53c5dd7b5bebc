import type { Connector } from '#connectors/connector.ts'
import { meter } from '#connectors/meta/usage.ts'
import { threads as limits } from '#rules/networks/threads.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check } from './check.ts'
import { hear } from './hear.ts'
import { inbox } from './inbox/inbox.ts'
import {
  afresh,
  awaitComment,
  awaitItems,
  comment,
  container,
  denied,
  item,
  locate,
  name,
  publish,
  publishComment,
  ready,
} from './media/container.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Threads, over Meta's API. */
export const threads: Connector<Grant, Memo> = {
  network: 'threads',
  limits,
  operator,
  settings,
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
    item,
    awaitItems,
    container,
    ready,
    publish,
    name,
    locate,
    comment,
    awaitComment,
    publishComment,
    denied,
    afresh,
  },
}
