import type { ConnectingDeps } from '../../deps.ts'
import { authorizeUrlOf } from '../authorize-url.ts'
import { cookieNameOf, hashOf, newNonce, stateOf } from '../flow-secrets.ts'
import { bindBrowser } from '../store.ts'

export interface Started {
  /** URL of the network's page. */
  readonly location: string
  /** Cookie that identifies the browser that started the flow. */
  readonly cookie: { readonly name: string; readonly value: string }
}

/** Binds a flow to the first browser that opens its URL: only that browser may come back. */
export async function startFlow(deps: ConnectingDeps, nonce: string): Promise<Started | null> {
  const value = newNonce()
  const flow = await bindBrowser(deps.db, hashOf(nonce), hashOf(value))
  if (!flow) return null
  const state = stateOf(nonce)
  return { location: authorizeUrlOf(deps, flow, state), cookie: { name: cookieNameOf(state), value } }
}
