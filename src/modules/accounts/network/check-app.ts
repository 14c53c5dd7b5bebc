import { randomBytes } from 'node:crypto'
import { CallFailed, type Connector, type Failure } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { after, seconds } from '#kernel/clock.ts'
import type { Mode } from '#rules/modes.ts'
import type { CallDeps } from '../deps.ts'
import { findAddresses, findApp } from './addresses.ts'
import { httpFor } from './http-for.ts'

/** The outcomes of a check. Pages translate them, so a code is never renamed. */
export const appCheckCodes = [
  'app_not_needed',
  'app_missing',
  'app_of_another_mode',
  'app_of_anybody',
  'app_unknown',
  'app_known',
  'app_not_checked',
] as const

interface AppCheck {
  readonly ok: boolean
  readonly code: (typeof appCheckCodes)[number]
  readonly detail: string
}

const patienceMs = seconds(15)

/**
 * Checks whether a network knows the operator's app by signing in with a made-up code. A network checks the app before
 * the code, and rejects a wrong app differently from a wrong code for a known app.
 */
export async function checkApp(deps: CallDeps, connector: Connector, mode: Mode): Promise<AppCheck> {
  const { network, auth, limits } = connector
  const oauth = auth.oauth
  if (!oauth) return { ok: true, code: 'app_not_needed', detail: `${limits.name} needs no app.` }
  if (!findApp(deps.config, network, mode))
    return {
      ok: false,
      code: 'app_missing',
      detail: `No ${limits.name} app set up. Add a client ID and client secret.`,
    }
  if (!findAddresses(deps.config, network, mode))
    return {
      ok: false,
      code: 'app_of_another_mode',
      detail: `${limits.name} is in a different mode, so its app can’t be tested. Change the mode.`,
    }
  const now = deps.clock.now()
  const http = httpFor(deps, {
    network,
    mode,
    deadline: after(now, patienceMs),
    signal: AbortSignal.timeout(patienceMs),
    fresh: true,
  })
  try {
    await oauth.exchange(http, {
      code: randomBytes(24).toString('hex'),
      redirectUrl: `${deps.config.publicUrl}/v1/oauth/callback/${network}`,
      verifier: oauth.pkce ? randomBytes(32).toString('base64url') : null,
    })
    return {
      ok: false,
      code: 'app_of_anybody',
      detail: `${limits.name} accepted a fake code. Another server may be responding at its URL.`,
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return readFailure(connector, error.failure, now)
  }
}

function readFailure(connector: Connector, failure: Failure, now: Date): AppCheck {
  const { name } = connector.limits
  if (failure.sent === 'answered' && connector.auth.oauth?.isUnknownApp?.(failure))
    return {
      ok: false,
      code: 'app_unknown',
      detail: `${name} doesn’t recognize the app. Check its client ID and client secret.`,
    }
  const verdict = connector.judge(failure, 'connect', now) ?? defaultVerdict(failure, 'safe', now)
  if (failure.sent === 'answered' && (verdict.is === 'reauth' || verdict.is === 'refused'))
    return { ok: true, code: 'app_known', detail: `${name} recognizes the app.` }
  return { ok: false, code: 'app_not_checked', detail: verdict.why }
}
