import { readSignedRequest } from '#connectors/meta/signed-request.ts'
import type { Granter } from '#modules/accounts/index.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { ownApps } from './own-apps.ts'

/** The networks whose people are Meta's, by the word of each. */
const ofMeta = ['net-b'] as const
/** The word for all of them. */
export const netgroup = 'netgroup'

export interface Asked {
  /** Whom it may be about: one for each network and mode whose app signed it. Never empty. */
  readonly granters: readonly Granter[]
  /** When the person said so; null: it does not tell. */
  readonly at: Date | null
}

/** Null: no app of ours signed it. What the sandbox's signs says nothing of anybody live. */
export function readAsked({ config }: Pick<InboundDeps, 'config'>, signedRequest: string): Asked | null {
  const found = ofMeta.flatMap((network) =>
    ownApps(config, network).flatMap(({ mode, app }) => {
      const read = readSignedRequest(signedRequest, [app.clientSecret])
      return read ? [{ granter: { network, mode, principal: read.userId }, at: read.issuedAt }] : []
    }),
  )
  const [first] = found
  return first ? { granters: found.map(({ granter }) => granter), at: first.at } : null
}
