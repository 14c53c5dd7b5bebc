import { inTx, type Tx } from '#infra/db/client.ts'
import { before, seconds } from '#kernel/clock.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { type IssuedTokens, issueTokens } from '../../app-tokens.ts'
import { OauthFault } from '../../oauth-fault.ts'
import type { Parameters } from '../../single-parameters.ts'
import { lockApp } from '../../store.ts'
import { requireAudience, requireLiveUser } from '../../tokens/require-grant.ts'
import { type DeviceRequest, deleteDeviceRequest, lockDeviceRequest, recordPoll } from '../store.ts'

type Outcome =
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens }
  | { readonly kind: 'fault'; readonly fault: OauthFault }

/** A device that polls too often must wait this much longer between requests (RFC 8628, section 3.5). */
const slowerBySeconds = 5
/** Networks bunch requests, so a request may arrive a little early. */
const earlyMs = seconds(1)

/** Responds to a device that polls for its user's approval. The tokens are issued once. */
export async function redeemDeviceCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  given: Parameters,
): Promise<IssuedTokens> {
  const deviceHash = hashSecret(given.demand('device_code'))
  // The outcome is returned, not thrown, because the recorded poll must be committed.
  const outcome = await inTx<Outcome>(deps.db, async (tx) => {
    const request = await lockDeviceRequest(tx, deviceHash)
    if (!request || request.clientId !== given.demand('client_id'))
      return fault('invalid_grant', 'The device code is unknown, used, or was issued to another app.')
    const now = deps.clock.now()
    if (request.refusedAt) return fault('access_denied', 'The user refused.')
    if (request.appId) return await issue(deps, tx, request, given)
    if (request.expiresAt <= now) return fault('expired_token', 'The code has expired. Start over.')
    return await recordQuestion(tx, request, now)
  })
  if (outcome.kind === 'issued') return outcome.tokens
  throw outcome.fault
}

const fault = (...parts: ConstructorParameters<typeof OauthFault>): Outcome => ({
  kind: 'fault',
  fault: new OauthFault(...parts),
})

async function issue(
  deps: Pick<IdentityDeps, 'clock' | 'config'>,
  tx: Tx,
  { appId, deviceHash }: DeviceRequest,
  given: Parameters,
): Promise<Outcome> {
  const now = deps.clock.now()
  const app = appId && (await lockApp(tx, appId))
  if (!app || app.endedAt || app.expiresAt <= now)
    return fault('expired_token', 'The device took too long to fetch its tokens. Begin again.')
  requireAudience(deps.config, app, given)
  await requireLiveUser(tx, app.uid)
  await deleteDeviceRequest(tx, deviceHash)
  return { kind: 'issued', tokens: await issueTokens(tx, app, app.scopes, now) }
}

async function recordQuestion(tx: Tx, request: DeviceRequest, now: Date): Promise<Outcome> {
  const { deviceHash, polledAt, pollSeconds } = request
  const isHasty = polledAt !== null && polledAt > before(now, seconds(pollSeconds) - earlyMs)
  await recordPoll(tx, deviceHash, { polledAt: now, pollSeconds: pollSeconds + (isHasty ? slowerBySeconds : 0) })
  return isHasty
    ? fault('slow_down', `Wait ${pollSeconds + slowerBySeconds} seconds between requests.`)
    : fault('authorization_pending', 'The user has not responded yet.')
}
