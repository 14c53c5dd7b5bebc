import { CallFailed, type Connector, type JsonObject, type Target } from '#connectors/connector.ts'
import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import { type Refusal, refuse } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import {
  type AccountDeps,
  accountFor,
  findAddresses,
  findGrant,
  type GrantWithPages,
  httpFor,
  listAccounts,
  listGrantsWithPages,
  liveGrant,
  openGrant,
  type SeenAccount,
} from '#modules/accounts/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { Network } from '#rules/network-names.ts'
import { toNetworkRefusal } from '../../network-refusal.ts'

export interface ShownPage {
  readonly id: string
  readonly name: string
  readonly category: string | null
  readonly picture: string | null
  /** True if the page is connected to this profile. */
  readonly connected: boolean
  readonly accountId: AccountId | null
  readonly lacks: string | null
}

/** Lists the pages that can be connected to a profile, as currently reported by the network. */
export async function listPages(
  deps: AccountDeps,
  caller: Caller,
  network: Network,
  profileId: ProfileId,
): Promise<{ pages: ShownPage[] }> {
  await profileFor(deps.db, caller, profileId, 'manage')
  const found = await askPages(deps, network, profileId)
  const pages = found.map(({ page }) => page)
  return { pages: await presentPages(deps.db, network, profileId, pages) }
}

/** Lists the pages that can be connected in addition to an account. */
export async function listPagesBeside(
  deps: AccountDeps,
  caller: Caller,
  id: AccountId,
): Promise<{ pages: ShownPage[] }> {
  const { network, profileId } = await accountFor(deps.db, caller, id, 'manage')
  return listPages(deps, caller, network, profileId)
}

/** Presents pages for one profile, with the account that each is connected as, if any. */
export async function presentPages(
  db: Db,
  network: Network,
  profileId: ProfileId,
  pages: readonly Target[],
): Promise<ShownPage[]> {
  const accounts = await listAccounts(db, profileId, { disconnectedToo: false })
  return pages.map((page) => shown(page, network, accounts))
}

const shown = (page: Target, network: Network, accounts: readonly SeenAccount[]): ShownPage => {
  const account = accounts.find((one) => one.network === network && one.remoteId === page.remoteId)
  return {
    id: page.remoteId,
    name: page.displayName ?? page.handle,
    category: page.category,
    picture: page.avatar,
    connected: account !== undefined,
    accountId: account?.id ?? null,
    lacks: page.lacks,
  }
}

interface Options {
  readonly pages: ShownPage[]
  /** Additional options from the connector, with the names used on the network's docs page. */
  readonly [more: string]: JsonObject[string] | ShownPage[] | Date
  readonly fetchedAt: Date
}

/** A response of the network. Our own data, such as whether a page is connected, is added at each read. */
interface Known {
  readonly pages: readonly Target[]
  readonly more: JsonObject
  readonly fetchedAt: Date
}

/** Cache of recent responses, kept for a minute. The key is the account and the version of its grant. */
export type OptionsCache = Map<string, Known>
const knownMs = 60_000
const mostKnown = 1_000

/**
 * Returns the options of an account: the pages that the same consent covers, and what can or must be chosen for a post,
 * such as a board. Networks with pages require the admin role, because admins can connect them. Others require an
 * editor.
 */
export async function readOptions(
  deps: AccountDeps,
  known: OptionsCache,
  caller: Caller,
  id: AccountId,
): Promise<Options> {
  const account = await accountFor(deps.db, caller, id, 'write')
  const connector = deps.connectors[account.network]
  if (connector?.auth.targets) await accountFor(deps.db, caller, id, 'manage')
  const grant = await findGrant(deps.db, account.grantId)
  const now = deps.clock.now()
  if (!(connector?.auth.targets || connector?.options) || grant?.status !== 'active')
    return { pages: [], fetchedAt: now }
  const requested = { ...grant, accountId: account.status === 'active' ? id : null }
  const { pages, more, fetchedAt } = await askOnceAMinute(known, `${id} ${grant.version}`, now, async () => ({
    pages: await askPagesOfGrant(deps, connector, requested),
    more: await askOptions(deps, connector, requested),
  }))
  const { network, profileId } = account
  return { ...more, pages: await presentPages(deps.db, network, profileId, pages), fetchedAt }
}

async function askOnceAMinute(
  known: OptionsCache,
  key: string,
  now: Date,
  ask: () => Promise<Omit<Known, 'fetchedAt'>>,
): Promise<Known> {
  const before = known.get(key)
  if (before && now.getTime() - before.fetchedAt.getTime() < knownMs) return before
  const fresh = { ...(await ask()), fetchedAt: now }
  if (known.size >= mostKnown) known.clear()
  known.set(key, fresh)
  return fresh
}

/** A page that a profile can connect, and the consent that covers it. */
interface FoundPage {
  readonly page: Target
  readonly grant: GrantWithPages
}

const callsMs = seconds(30)

/**
 * Asks the network for the pages that a profile's consents cover. A rejected list proves nothing about the pages
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
const askPagesOfGrant = (deps: AccountDeps, connector: Connector, grant: GrantWithPages): Promise<readonly Target[]> =>
  asking(deps, connector, async () => {
    const secret = connector.auth.targets ? await openGrantToAsk(deps, grant) : null
    return secret && connector.auth.targets ? await connector.auth.targets(httpForGrant(deps, grant), secret) : []
  })

/** Asks the network which options a post on the account has. */
const askOptions = (deps: AccountDeps, connector: Connector, grant: GrantWithPages): Promise<JsonObject> =>
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
