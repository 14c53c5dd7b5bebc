import type { Connector } from '#connectors/connector.ts'
import { pinterest as limits } from '#rules/networks/pinterest.ts'
import { auth } from './auth/auth.ts'
import type { Grant } from './auth/grant.ts'
import { sendVideo, wait } from './media/video.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { operator } from './operator.ts'
import { options } from './options.ts'
import { check, plan } from './plan.ts'
import { pin, pinFirst, pinVideo } from './post/pin.ts'
import { readBack } from './read-back.ts'
import { recall } from './recall.ts'
import { accountDefaults, settings } from './settings.ts'
import { judge } from './verdicts/verdicts.ts'

/** Pinterest, over version 5 of its API. */
export const pinterest: Connector<Grant, Memo> = {
  network: 'pinterest',
  limits,
  operator,
  settings,
  accountDefaults,
  auth,
  plan,
  check,
  judge,
  metrics,
  readBack,
  recall,
  options,
  steps: { pin, pinFirst, sendVideo, wait, pinVideo },
}
