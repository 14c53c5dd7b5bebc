import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { enforcePastDue } from './actions.ts'
import type { BillingDeps } from './deps.ts'

export const enforceBilling = defineJob('billing.enforce-past-due')

export const billingHandlers = (deps: BillingDeps): readonly Handled[] => [
  handle(enforceBilling, async () => void (await enforcePastDue(deps, null))),
]
