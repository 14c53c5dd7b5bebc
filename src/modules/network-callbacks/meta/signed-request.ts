import { readSignedRequest } from '#connectors/meta/signed-request.ts'
import type { Granter } from '#modules/accounts/index.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { CallbackDeps } from '../deps.ts'
import { listOwnApps } from '../own-apps.ts'

/** Name for all of these networks in the rows of deletion requests. */
export const metaGroup = 'meta'

export interface MetaRequest {
  /** The possible granters: one for each network and mode whose app signed the request. Never empty. */
  readonly granters: readonly Granter[]
  /** When the person made the request; null: it does not say. */
  readonly at: Date | null
}

/**
 * Reads a signed request. Null: no app of ours signed it. A signature by the sandbox's app says nothing about live
 * accounts. Within a mode the request does not say which network's secret signed it, so any of them speaks for all.
 */
export function readMetaRequest({ config }: Pick<CallbackDeps, 'config'>, signedRequest: string): MetaRequest | null {
  const metaNetworks = networkEntries(config.networks).filter(([, { company }]) => company === 'meta')
  const apps = metaNetworks.flatMap(([network]) => listOwnApps(config, network).map((own) => ({ network, ...own })))
  const found = apps.flatMap(({ network, mode }) => {
    const secrets = apps.filter((one) => one.mode === mode).map(({ app }) => app.clientSecret)
    const read = readSignedRequest(signedRequest, secrets)
    return read ? [{ granter: { network, mode, principal: read.userId }, at: read.issuedAt }] : []
  })
  const [first] = found
  return first ? { granters: found.map(({ granter }) => granter), at: first.at } : null
}
