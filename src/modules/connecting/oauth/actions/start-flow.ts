import type { ConnectingDeps } from '../../deps.ts'
import { buildAuthorizeUrl } from '../authorize-url.ts'
import { deriveState, hashSecret, nameFlowCookie, newNonce } from '../flow-secrets.ts'
import { bindBrowser } from '../store.ts'

export interface Started {
  /** URL of the network's page. */
  readonly location: string
  /** Cookie that identifies the browser that started the flow. */
  readonly cookie: { readonly name: string; readonly value: string }
}

/** Binds a flow to the first browser that opens its URL. Only that browser can finish it. */
export async function startFlow(deps: ConnectingDeps, nonce: string): Promise<Started | null> {
  const value = newNonce()
  const flow = await bindBrowser(deps.db, hashSecret(nonce), hashSecret(value))
  if (!flow) return null
  const state = deriveState(nonce)
  const location = buildAuthorizeUrl(deps, flow, state)
  return location === null ? null : { location, cookie: { name: nameFlowCookie(state), value } }
}
