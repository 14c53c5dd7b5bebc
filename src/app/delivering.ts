import type { ClaimOptions } from '#infra/claim/index.ts'
import { createDeliverer, type Deliverer } from '#modules/webhooks/index.ts'
import type { Deps } from './deps.ts'
import { holderOf } from './publishing.ts'

/** Creates the deliverer of webhooks. It is separate from the publishing engine: neither waits for the other. */
export const delivererOf = (deps: Deps, options: Pick<ClaimOptions, 'onlyIf'> = {}): Deliverer =>
  createDeliverer({
    ...deps,
    ...options,
    db: deps.engineDb,
    holder: holderOf(deps),
  })
