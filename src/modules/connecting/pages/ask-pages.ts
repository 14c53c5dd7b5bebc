import { CallFailed, type Connector, type JsonObject, type Target } from '#connectors/connector.ts'
import { after, seconds } from '#kernel/clock.ts'
import { type Refusal, refuse } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'
import {
  findAddresses,
  type GrantWithPages,
  httpFor,
  listGrantsWithPages,
  liveGrant,
  openGrant,
} from '#modules/accounts/index.ts'
import type { Network } from '#rules/network-names.ts'
import { toNetworkRefusal } from '../network-refusal.ts'

/** A page that a profile can connect, and the consent that covers it. */
interface FoundPage {
  readonly page: Target
  readonly grant: GrantWithPages
}

const callsMs = seconds(30)

/**
 * Asks the network for the pages that a profile's consents cover. A rejected list says nothing about the pages
 * themselves, so no account is marked as lost. If one of several consents fails, the pages of the others are returned.
 */
export async function askPages(deps: AccountDeps, network: Network, profileId: ProfileId): Promise<FoundPage[]> {
  const connector = deps.connectors[network]
  const targets = connector?.auth.targets
  if (!connector || !targets)
    return refuse('network_unsupported', { detail: `${network} has no pages to choose from on this installation.` })
  const found = new Map<string, FoundPage>()
  let refusal: Refusal | null = null
  let answered = 0
  for (const grant of await listGrantsWithPages(deps.db, profileId, network)) {
    if (!findAddresses(deps.config, network, grant.mode)) continue
    try {
      const secret = await openGrantToAsk(deps, grant)
      for (const page of secret ? await targets(httpForGrant(deps, grant), secret) : []) {
        if (!found.has(page.remoteId)) found.set(page.remoteId, { page, grant })
      }
      answered += 1
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refusal = toNetworkRefusal(connector, error.failure, false, deps.clock.now())
    }
  }
  if (refusal && answered === 0) throw refusal
  return [...found.values()]
}

/** Asks the network for the pages of one consent. */
export const askPagesOfGrant = (
  deps: AccountDeps,
  connector: Connector,
  grant: GrantWithPages,
): Promise<readonly Target[]> =>
  asking(deps, connector, async () => {
    const secret = connector.auth.targets ? await openGrantToAsk(deps, grant) : null
    return secret && connector.auth.targets ? await connector.auth.targets(httpForGrant(deps, grant), secret) : []
  })

/** Asks the network which options a post on the account has. */
export const askOptions = (deps: AccountDeps, connector: Connector, grant: GrantWithPages): Promise<JsonObject> =>
  asking(deps, connector, async () => {
    const secret = connector.options ? await openGrantToAsk(deps, grant) : null
    const { signal } = new AbortController()
    return secret && connector.options
      ? await connector.options({ http: httpForGrant(deps, grant), grant: secret, signal })
      : {}
  })

async function asking<T>(deps: AccountDeps, connector: Connector, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw toNetworkRefusal(connector, error.failure, false, deps.clock.now())
  }
}

/** Returns the secret of a grant to call with. A grant that no account uses yet is new and needs no renewal. */
async function openGrantToAsk(deps: AccountDeps, grant: GrantWithPages): Promise<JsonObject | null> {
  if (grant.accountId === null) return openGrant(deps.seal, grant)
  const live = await liveGrant(deps, grant.accountId)
  return 'lost' in live ? null : live.grant
}

const httpForGrant = (deps: AccountDeps, { network, mode }: GrantWithPages) =>
  httpFor(deps, {
    network,
    mode,
    deadline: after(deps.clock.now(), callsMs),
    signal: new AbortController().signal,
    fresh: false,
  })
