import type { Connector } from '#connectors/connector.ts'
import { tiktok as limits } from '#rules/networks/tiktok.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { check } from './check.ts'
import { hear } from './hear.ts'
import { photos } from './media/photos.ts'
import { afresh, commit, init, look, send, sendLast } from './media/video.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { creator, options } from './options.ts'
import { plan } from './plan.ts'
import { awaitOut, named, numbered } from './post/status.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** TikTok, over its Content Posting API. */
export const tiktok: Connector<Grant, Memo> = {
  network: 'tiktok',
  limits,
  operator,
  settings,
  auth,
  plan,
  check,
  judge,
  metrics,
  readBack,
  recall,
  named,
  hear,
  options,
  steps: { creator, init, send, commit, sendLast, look, afresh, photos, await: awaitOut, number: numbered },
}
