import { requireAddress } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'
import { isUnknownWith } from '#connectors/meta/container/state.ts'
import { type GraphCall, sendGraphCall } from '#connectors/meta/graph-call.ts'

/** The version of the Threads API. There is only one. */
const version = '/v1.0'

export const ask = (http: Http, { token, ...call }: GraphCall & { readonly token: string }) =>
  sendGraphCall(http, `${requireAddress(http.addresses, 'api')}${version}`, `Bearer ${token}`, call)

/** True for an ID that Threads does not know (yet). */
export const isUnknown = isUnknownWith(4_279_009)
