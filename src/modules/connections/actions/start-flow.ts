import { authorizeUrlOf } from '../authorize-url.ts'
import type { ConnectionDeps } from '../deps.ts'
import { cookieNameOf, hashOf, newNonce, stateOf } from '../flow-secrets.ts'
import { bindBrowser } from '../flow-store.ts'

export interface Started {
  /** The network's page. */
  readonly location: string
  /** By which the browser that comes back is known to be the one that went. */
  readonly cookie: { readonly name: string; readonly value: string }
}

/** A browser opens the address that we gave out. The first that does is the one that may come back. */
export async function startFlow(deps: ConnectionDeps, nonce: string): Promise<Started | null> {
  const value = newNonce()
  const flow = await bindBrowser(deps.db, hashOf(nonce), hashOf(value))
  if (!flow) return null
  const state = stateOf(nonce)
  return { location: authorizeUrlOf(deps, flow, state), cookie: { name: cookieNameOf(state), value } }
}
