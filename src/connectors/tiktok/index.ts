import type { Connector } from '#connectors/connector.ts'
import { tiktok as limits } from '#rules/networks/tiktok.ts'
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
export const tiktok: Connector<Grant, Memo> = {
  network: 'tiktok',
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
