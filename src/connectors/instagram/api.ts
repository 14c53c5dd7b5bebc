import { requireAddress } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'
import { isUnknownWith } from '#connectors/meta/container/state.ts'
import { appProof, type GraphCall, type Params, sendGraphCall } from '#connectors/meta/graph-call.ts'
import type { Caller } from './auth/grant.ts'

const hosts = { instagram: 'api', facebook: 'facebook' } as const

/** Sends a call to the grant's host. The wire format is the same on both hosts. */
export function ask(http: Http, caller: Caller, call: GraphCall) {
  const params = { ...call.params, ...proofFor(http, caller) }
  const address = requireAddress(http.addresses, hosts[caller.way])
  return sendGraphCall(http, address, `Bearer ${caller.token}`, { ...call, params })
}

/**
 * The app secret proof, for calls to Facebook. After the operator changed the login method, the secret belongs to a
 * different app.
 */
const proofFor = ({ app }: Http, { way, token }: Caller): Params =>
  way === 'facebook' && app?.login === 'facebook' ? { appsecret_proof: appProof(app.clientSecret, token) } : {}

/** True for an ID that Instagram does not know (yet). */
export const isUnknown = isUnknownWith(2_207_008)
