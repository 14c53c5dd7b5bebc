import type { Connector } from '#connectors/connector.ts'
import { netE as limits } from '#rules/networks/net-e.ts'
import { auth } from './auth.ts'
import { options } from './boards.ts'
import type { Grant } from './grant.ts'
import type { Memo } from './memo.ts'
import { metrics } from './metrics.ts'
import { pin, pinFirst, pinVideo } from './pin.ts'
import { check, plan } from './plan.ts'
import { recall } from './recall.ts'
import { settings, standing } from './settings.ts'
import { judge } from './verdicts.ts'
import { sendVideo, wait } from './video.ts'

/** Pinterest, by its API of the fifth version. */
export const netE: Connector<Grant, Memo> = {
  network: 'net-e',
  limits,
  settings,
  standing,
  auth,
  plan,
  check,
  judge,
  metrics,
  recall,
  options,
  steps: { pin, pinFirst, sendVideo, wait, pinVideo },
}
