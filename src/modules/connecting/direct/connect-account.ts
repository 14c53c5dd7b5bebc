import type { z } from 'zod'
import { CallFailed, type Connector, type JsonObject } from '#connectors/connector.ts'
import { invalid } from '#infra/http/request/validation.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import {
  type AccountDeps,
  findNetworkSettings,
  httpFor,
  type PresentedAccount,
  presentSavedAccount,
  saveConnection,
  withProfileLock,
} from '#modules/accounts/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import { endIfUnused } from '../end-if-unused.ts'
import { toNetworkRefusal } from '../network-refusal.ts'
import { type AccountLocation, chooseMode } from './choose-mode.ts'
import { type BlueskyCredentials, blueskyCredentials, type MastodonCredentials, mastodonCredentials } from './schema.ts'

interface DirectConnect {
  readonly network: Network
  readonly profileId: ProfileId
  /** The fields that the network needs, including secrets. They are passed on but not stored; only the grant is. */
  readonly fields: JsonObject
  readonly location: AccountLocation
}

const callsMs = seconds(30)

/**
 * Signs in to a network for a user and connects the account to a profile. The same account gets the same row with a
 * fresh grant. A disconnected account is restored. Repeated calls are harmless.
 */
export async function connectAccount(
  deps: AccountDeps,
  caller: Caller,
  params: DirectConnect,
): Promise<PresentedAccount> {
  const { network, profileId, location } = params
  const connector = deps.connectors[network]
  if (!connector) throw new Error(`there is no connector for ${network}`)
  requireFields(connector, params.fields)
  const mode = chooseMode(deps, network, location)
  await profileFor(deps.db, caller, profileId, 'manage')
  const { connect, whoami } = connector.auth
  if (!connect) throw new Error(`${network} cannot be connected directly`)
  const deadline = after(deps.clock.now(), callsMs)
  const http = httpFor(deps, { network, mode, deadline, signal: new AbortController().signal, fresh: false })
  const ask = <Said>(call: Promise<Said>) =>
    call.catch((error: unknown) => refuseCall(deps, connector, params, mode, error))

  const granted = await ask(connect(http, params.fields))
  return await endIfUnused(deps, { network, mode }, granted, async () => {
    const remote = await ask(whoami(http, granted.grant))
    return await withProfileLock(deps, { profileId, caller }, async (tx, locked) => {
      const id = await saveConnection(deps, tx, locked, { granted, remote, network, mode, pages: null })
      return await presentSavedAccount(deps, tx, id)
    })
  })
}

function refuseCall(
  deps: AccountDeps,
  connector: Connector,
  { network, location }: DirectConnect,
  mode: Mode,
  error: unknown,
): never {
  if (!(error instanceof CallFailed)) throw error
  const movedBy = mode === 'live' ? findNetworkSettings(deps.config, network)?.movedBy : undefined
  throw toNetworkRefusal(connector, error.failure, location.url !== undefined, deps.clock.now(), movedBy)
}

/**
 * Rejects fields that the network cannot be called with. The connector's schema decides, so that a request whose route
 * checks a field less strictly is also rejected, and nothing is sent.
 */
function requireFields({ auth }: Connector, given: JsonObject): void {
  const result = auth.fields?.safeParse(given, { reportInput: true })
  if (result?.error) throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '')))
}

type SignIn = Pick<DirectConnect, 'network' | 'fields' | 'location'>

export const signInToBluesky = ({ identifier, appPassword, pdsUrl }: BlueskyCredentials): SignIn => ({
  network: 'bluesky',
  fields: omitUndefined({ identifier, appPassword, pdsUrl }),
  location: { handle: identifier, url: pdsUrl },
})

export const signInToMastodon = ({ instanceUrl, accessToken }: MastodonCredentials): SignIn => ({
  network: 'mastodon',
  fields: { instanceUrl, accessToken },
  location: { url: instanceUrl },
})

/** Reads the credentials for the network named in the same body. Refuses a network without direct connection. */
export function readCredentials(network: Network, given: unknown): SignIn {
  if (network === 'bluesky') return signInToBluesky(parse(blueskyCredentials, given))
  if (network === 'mastodon') return signInToMastodon(parse(mastodonCredentials, given))
  const message = 'connects through the network’s own page; use `POST /v1/connections/oauth-url`'
  throw invalid([{ path: '/platform', code: 'not_direct', message }])
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '/credentials')))
}
