import type { ClaimOptions } from '#infra/claim/index.ts'
import { createDeliverer, type Deliverer } from '#modules/webhooks/index.ts'
import type { Deps } from './deps.ts'
import { holderOf } from './publishing.ts'

/** Creates the webhook deliverer. It is separate from the publishing engine, so neither waits for the other. */
export const delivererOf = (deps: Deps, options: Pick<ClaimOptions, 'onlyIf'> = {}): Deliverer =>
  createDeliverer({
    ...deps,
    ...options,
    db: deps.engineDb,
    holder: holderOf(deps),
  })
