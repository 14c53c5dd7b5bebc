import { readSignedRequest } from '#connectors/meta/signed-request.ts'
import { appNetworkRows } from '#infra/config/app-networks.ts'
import type { Granter } from '#modules/accounts/index.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { ownApps } from './own-apps.ts'

/** The networks whose people are Meta's, by the word of each. */
const ofMeta = appNetworkRows.flatMap(([network, { group }]) => (group === 'meta' ? [network] : []))
/** Names all of them in the rows of requests for deletion. */
export const metaGroup = 'meta'

export interface Asked {
  /** Whom it may be about: one for each network and mode whose app signed it. Never empty. */
  readonly granters: readonly Granter[]
  /** When the person said so; null: it does not tell. */
  readonly at: Date | null
}

/**
 * Null: no app of ours signed it. What the sandbox's signs says nothing of anybody live; but within a mode it is not said
 * whose secret signs for which network, so any of them speaks for all.
 */
export function readAsked({ config }: Pick<InboundDeps, 'config'>, signedRequest: string): Asked | null {
  const apps = ofMeta.flatMap((network) => ownApps(config, network).map((own) => ({ network, ...own })))
  const found = apps.flatMap(({ network, mode }) => {
    const secrets = apps.filter((one) => one.mode === mode).map(({ app }) => app.clientSecret)
    const read = readSignedRequest(signedRequest, secrets)
    return read ? [{ granter: { network, mode, principal: read.userId }, at: read.issuedAt }] : []
  })
  const [first] = found
  return first ? { granters: found.map(({ granter }) => granter), at: first.at } : null
}
