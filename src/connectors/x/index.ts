import type { Connector } from '#connectors/connector.ts'
import { x as limits } from '#rules/networks/x.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check, limitsFor } from './check.ts'
import { hear } from './hear.ts'
import { inbox } from './inbox/inbox.ts'
import type { Memo } from './memo.ts'
import { meter } from './meter.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { steps } from './post/steps.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** X, over version 2 of its API. */
export const x: Connector<Grant, Memo> = {
  network: 'x',
  limits,
  operator,
  limitsFor,
  settings,
  auth,
  steps,
  plan,
  check,
  judge,
  meter,
  metrics,
  readsAreBilled: true,
  readBack,
  recall,
  hear,
  inbox,
}
