import type { Config } from '#infra/config/config.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'
import type { LinkCards } from './link-cards.ts'

/** Dependencies of the routes. */
export interface LinkCardDeps {
  readonly clock: Clock
  readonly seal: Seal
  readonly config: Pick<Config, 'publicUrl'>
  readonly linkCards: LinkCards
}
