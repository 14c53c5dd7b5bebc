import {
  type BeginRequest,
  type Begun,
  CallFailed,
  type Connector,
  type JsonObject,
  type OAuthAt,
} from '#connectors/connector.ts'
import type { SealedColumn } from '#infra/db/reseal.ts'
import { after, seconds } from '#kernel/clock.ts'
import { refuseInput } from '#kernel/errors.ts'
import { httpFor } from '#modules/accounts/index.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { ConnectingDeps } from '../deps.ts'
import { chooseMode } from '../direct/choose-mode.ts'
import { toNetworkRefusal } from '../network-refusal.ts'
import { deleteFlowByHash, type FlowRow } from './store.ts'

/**
 * Sign-ins to a server that the person names. The server is resolved and the sign-in is prepared there before the
 * person leaves. What is needed when they come back is sealed and stored with the flow.
 */

/** The account or server as the user typed it, by API field. */
export type GivenNames = Readonly<Partial<Record<OAuthAt<JsonObject>['named'], string | undefined>>>

export interface ServerSignIn {
  readonly connector: Connector
  readonly oauthAt: OAuthAt<JsonObject>
  readonly name: string
  readonly mode: Mode
}

/** Returns the sign-in for the server that a user names. Null if the user does not name one. */
export function findServerSignIn(
  deps: Pick<ConnectingDeps, 'config' | 'connectors'>,
  network: Network,
  given: GivenNames,
): ServerSignIn | null {
  const connector = deps.connectors[network]
  const oauthAt = connector?.auth.oauthAt
  const stray = Object.keys(given).filter((field) => field !== oauthAt?.named)
  if (stray.length > 0) {
    const message = `must be omitted for ${connector?.limits.name ?? network}`
    refuseInput(...stray.map((field) => ({ path: `/${field}`, code: 'not_for_network', message })))
  }
  const name = oauthAt && given[oauthAt.named]
  if (!connector || !oauthAt || name === undefined) return null
  const isUrl = oauthAt.named === 'instanceUrl' || /^https?:\/\//i.test(name)
  return { connector, oauthAt, name, mode: chooseMode(deps, network, isUrl ? { url: name } : { handle: name }) }
}

const callsMs = seconds(30)

export async function beginAtServer(
  deps: ConnectingDeps,
  { connector, oauthAt, name, mode }: ServerSignIn,
  request: Omit<BeginRequest, 'name'>,
): Promise<Begun> {
  const deadline = after(deps.clock.now(), callsMs)
  const { signal } = new AbortController()
  const http = httpFor(deps, { network: connector.network, mode, deadline, signal, fresh: false })
  try {
    return await oauthAt.begin(http, { ...request, name })
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw toNetworkRefusal(connector, error.failure, true, deps.clock.now())
  }
}

/** Returns the key of a flow as the database writes it. */
const keyOf = (stateHash: Buffer): string => `\\x${stateHash.toString('hex')}`
const sealContext = (key: string): string => `oauth_flow:${key}`

/** Sealed column of flows, for the SECRET_KEY rotation. */
export const sealedFlows: SealedColumn = {
  table: 'oauth_flow',
  column: 'sealed_begun',
  key: ['state_hash'],
  boundTo: (key = '') => sealContext(key),
  giveUp: (_deps, tx, key = '') => deleteFlowByHash(tx, Buffer.from(key.slice(2), 'hex')),
}

export const sealBegun = ({ seal }: Pick<ConnectingDeps, 'seal'>, stateHash: Buffer, begun: Begun): Buffer =>
  seal.seal(JSON.stringify(begun), sealContext(keyOf(stateHash)))

/** Opens what `sealBegun` sealed. Null if the network has a single sign-in page. */
export function openBegun(
  { seal }: Pick<ConnectingDeps, 'seal'>,
  { stateHash, sealedBegun }: Pick<FlowRow, 'stateHash' | 'sealedBegun'>,
): Begun | null {
  if (sealedBegun === null) return null
  const text = seal.open(sealedBegun, sealContext(keyOf(stateHash))).toString('utf8')
  const begun = JSON.parse(text) as Omit<Begun, 'openUntil'> & { readonly openUntil: string | null }
  return { ...begun, openUntil: begun.openUntil === null ? null : new Date(begun.openUntil) }
}
