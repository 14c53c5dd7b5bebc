import {
  CallFailed,
  type Connector,
  type Granted,
  type Http,
  type JsonObject,
  type RemoteAccount,
  type Target,
} from '#connectors/connector.ts'
import { after, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { httpFor } from '#modules/accounts/index.ts'
import type { ConnectingDeps } from '../deps.ts'
import { toNetworkRefusal } from '../network-refusal.ts'
import { openBegun } from './begin-at-server.ts'
import { deriveVerifier } from './flow-secrets.ts'
import type { FlowRow } from './store.ts'

/** The query parameters that a network adds when it redirects the user back. */
export interface CallbackParams {
  readonly state: string
  readonly code: string | undefined
  readonly error: string | undefined
  /** The server that redirects the user back, for networks with many servers. */
  readonly iss: string | undefined
}

export interface Consent {
  /** All pages that the consent covers. Null if it covers exactly one account. */
  readonly pages: readonly Target[] | null
  /** The account to connect. Null if one of several pages must still be chosen. */
  readonly remote: RemoteAccount | null
}

const callsMs = seconds(30)

/** Exchanges the code from the network's redirect for a grant. */
export function redeemCode(
  deps: ConnectingDeps,
  connector: Connector,
  flow: FlowRow,
  back: CallbackParams,
): Promise<Granted<JsonObject>> {
  const code = requireCode(connector, back)
  return askNetwork(deps, connector, flow, (http) => exchangeCode(deps, http, connector, flow, { ...back, code }))
}

/** Reads the accounts that a new grant covers. Refuses an insufficient grant. */
export async function readConsent(
  deps: ConnectingDeps,
  connector: Connector,
  flow: FlowRow,
  granted: Granted<JsonObject>,
): Promise<Consent> {
  requireScopes(connector, flow, granted)
  const { targets, whoami } = connector.auth
  return await askNetwork(deps, connector, flow, async (http) => {
    if (!targets) return { pages: null, remote: await whoami(http, granted.grant) }
    const pages = await targets(http, granted.grant)
    const usable = requireUsablePages(pages)
    return { pages, remote: usable.length === 1 ? (usable[0] ?? null) : null }
  })
}

async function askNetwork<Answer>(
  deps: ConnectingDeps,
  connector: Connector,
  { network, mode }: FlowRow,
  ask: (http: Http) => Promise<Answer>,
): Promise<Answer> {
  const deadline = after(deps.clock.now(), callsMs)
  try {
    return await ask(httpFor(deps, { network, mode, deadline, signal: new AbortController().signal, fresh: false }))
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    throw toNetworkRefusal(connector, error.failure, false, deps.clock.now())
  }
}

async function exchangeCode(
  deps: ConnectingDeps,
  http: Http,
  { auth: { oauth, oauthAt } }: Connector,
  flow: FlowRow,
  { state, code, iss }: CallbackParams & { readonly code: string },
): Promise<Granted<JsonObject>> {
  const verifier = deriveVerifier(deps.seal, state)
  const { redirectUrl } = flow
  const begun = openBegun(deps, flow)
  if (begun && oauthAt) {
    return await oauthAt.exchange(http, { code, redirectUrl, verifier, memo: begun.memo, issuer: iss ?? null })
  }
  if (!oauth) throw new Error(`${flow.network} has no consent page`)
  return await oauth.exchange(http, { code, redirectUrl, verifier: oauth.pkce ? verifier : null })
}

/** Error codes that networks use if the person declines. */
const declined = /^(?:access_denied|user_denied|user_cancelled_\w{1,20})$/

function requireCode({ limits }: Connector, { code, error }: CallbackParams): string {
  if (error !== undefined) {
    if (declined.test(error)) refuse('access_denied', { detail: `You declined access on ${limits.name}.` })
    const reason = /^\w{1,60}$/.test(error) ? ` (${error})` : ''
    refuse('network_refused', { detail: `${limits.name} refused access${reason}.` })
  }
  return code ?? refuse('network_refused', { detail: `${limits.name} sent no authorization code. Start again.` })
}

function requireScopes({ auth, limits }: Connector, { sealedBegun }: FlowRow, { scopes }: Granted<JsonObject>): void {
  const requested = sealedBegun === null ? auth : auth.oauthAt
  const needs = (requested?.needs ?? requested?.scopes ?? []).map((need) => (typeof need === 'string' ? [need] : need))
  const missing = needs
    .filter((either) => !either.some((one) => scopes.includes(one)))
    .map((either) => either.join(' or '))
  if (missing.length === 0) return
  refuse('scopes_missing', {
    detail:
      `Publishing needs ${missing.join(', ')}, which you didn’t allow on ${limits.name}. Start again and keep all ` +
      'permissions selected.',
  })
}

function requireUsablePages(pages: readonly Target[]): readonly Target[] {
  const usable = pages.filter(({ lacks }) => lacks === null)
  if (usable.length > 0) return usable
  return refuse('no_usable_page', {
    detail:
      pages.length === 0
        ? 'The person who signed in has no page or selected none. Start again and select the page to publish to.'
        : pages.map(({ displayName, handle, lacks }) => `${displayName ?? handle}: ${lacks}`).join(' '),
  })
}
