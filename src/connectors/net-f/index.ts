import type { Connector } from '#connectors/connector.ts'
import { netF as limits } from '#rules/networks/net-f.ts'
import { auth } from './auth.ts'
import { check } from './check.ts'
import { creator, options } from './creator.ts'
import type { Grant } from './grant.ts'
import { hear } from './hear.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { photos } from './photos.ts'
import { plan } from './plan.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { awaitOut, named, numbered } from './status.ts'
import { judge } from './verdicts.ts'
import { afresh, commit, init, look, send, sendLast } from './video.ts'

/** TikTok, by its Content Posting API. */
export const netF: Connector<Grant, Memo> = {
  network: 'net-f',
  limits,
  settings,
  auth,
  plan,
  check,
  judge,
  metrics,
  recall,
  named,
  hear,
  options,
  steps: { creator, init, send, commit, sendLast, look, afresh, photos, await: awaitOut, number: numbered },
}
