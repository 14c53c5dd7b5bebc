import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { requireScopesOfChats, requireWholeCaller } from '../../../link-codes/require-whole-caller.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { bindBrowser, insertFlow } from '../../store/flows.ts'
import { callbackUrl, scopes } from '../scopes.ts'
import { deriveState, hash, nameCookie, newNonce } from '../states.ts'

const goodForMs = minutes(10)

/** Begins an installation for the caller. The address is for the browser of the same person. */
export async function beginInstall(deps: SlackDeps, caller: Caller) {
  requireWholeCaller(caller)
  requireScopesOfChats(caller)
  requireSlack(deps)
  const nonce = newNonce()
  const expiresAt = after(deps.clock.now(), goodForMs)
  await insertFlow(deps.db, { stateHash: hash(deriveState(nonce)), nonceHash: hash(nonce), uid: caller.uid, expiresAt })
  return {
    authUrl: `${deps.config.publicUrl}/v1/agent/chat-b/install/${nonce}`,
    expiresAtMs: expiresAt.getTime(),
  }
}

/** Binds an installation to the browser that opens its address first, and returns where that goes next. */
export async function startInstall(deps: SlackDeps, nonce: string) {
  const slack = requireSlack(deps)
  const value = newNonce()
  if (!(await bindBrowser(deps.db, hash(nonce), hash(value)))) return null
  const state = deriveState(nonce)
  const query = new URLSearchParams({
    client_id: slack.clientId,
    scope: scopes.join(','),
    redirect_uri: callbackUrl(deps.config),
    state,
  })
  return { location: `${slack.url}/oauth/v2/authorize?${query}`, cookie: { name: nameCookie(state), value } }
}
