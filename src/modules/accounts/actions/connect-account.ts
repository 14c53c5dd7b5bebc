import { CallFailed, type Connector, type Granted, type JsonObject, type RemoteAccount } from '#connectors/connector.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { Mode } from '../addresses.ts'
import { chooseMode, type Whereabouts } from '../choose-mode.ts'
import { demandFields } from '../demand-fields.ts'
import type { AccountDeps } from '../deps.ts'
import { httpFor } from '../http-for.ts'
import { inPlace } from '../in-place.ts'
import { keepArrival } from '../keep-arrival.ts'
import { type PresentedAccount, presentKept } from '../present.ts'
import { refusalOf } from '../refusal-of.ts'

export interface ConnectWish {
  readonly network: string
  readonly profileId: ProfileId
  /** What the network wants to know, secrets included: handed on, and kept nowhere but in what it grants for them. */
  readonly fields: JsonObject
  readonly whereabouts: Whereabouts
}

const callsMs = seconds(30)

/**
 * Signs in to a network for a person and connects who they are there to a profile. The same account again is the same
 * row, with a fresh grant; one that was disconnected comes back. So asking twice does no harm.
 */
export async function connectAccount(deps: AccountDeps, caller: Caller, wish: ConnectWish): Promise<PresentedAccount> {
  const { network, profileId, whereabouts } = wish
  const connector = deps.connectors[network]
  if (!connector) throw new Error(`there is no connector for ${network}`)
  demandFields(connector, wish.fields)
  const mode = chooseMode(deps, network, whereabouts)
  await profileFor(deps.db, caller, profileId, 'admin')
  const arrival = await signInThere(deps, connector, wish, mode)
  return await inPlace(deps, { profileId, caller }, async (tx, place) => {
    const id = await keepArrival(deps, tx, place, { ...arrival, network, mode, pages: null })
    return await presentKept(deps, tx, id)
  })
}

interface Arrival {
  readonly granted: Granted<JsonObject>
  readonly remote: RemoteAccount
}

async function signInThere(deps: AccountDeps, connector: Connector, wish: ConnectWish, mode: Mode): Promise<Arrival> {
  const { connect, whoami } = connector.auth
  if (!connect) throw new Error(`${wish.network} is not connected directly`)
  const deadline = after(deps.clock.now(), callsMs)
  const signal = new AbortController().signal
  const http = httpFor(deps, { network: wish.network, mode, deadline, signal, fresh: false })
  try {
    const granted = await connect(http, wish.fields)
    return { granted, remote: await whoami(http, granted.grant) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw refusalOf(connector, error.failure, wish.whereabouts.url !== undefined, deps.clock.now())
  }
}
