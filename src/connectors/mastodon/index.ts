import type { Answer, Connector, Reading } from '#connectors/connector.ts'
import { mastodon as limits } from '#rules/networks/mastodon.ts'
import { limitsFor } from './api/instance.ts'
import { auth } from './auth/auth.ts'
import { check } from './check.ts'
import { findPeople } from './find-people.ts'
import { inbox } from './inbox/inbox.ts'
import type { Grant, Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { plan } from './plan.ts'
import { steps } from './post/steps.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Mastodon and other software with the same API: each account is on a server with its own limits and URL. */
export const mastodon: Connector<Grant, Memo> = {
  network: 'mastodon',
  limits,
  operator,
  limitsFor,
  settings,
  auth,
  steps,
  plan,
  check,
  judge,
  metrics,
  readBack,
  inbox,
  findPeople,
  recall,
  meter,
}

function meter({ headers }: Answer): readonly Reading[] {
  const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN)
  const resetsAt = new Date(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (!Number.isInteger(remaining) || Number.isNaN(resetsAt.getTime())) return []
  return [{ scope: 'account', remaining: Math.max(0, remaining), resetsAt }]
}
