import { randomInt } from 'node:crypto'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import { after, before, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hashSecret } from '../../hash-secret.ts'
import { codeMs, type IssuedTokens, issueTokens, newSecret } from '../app-tokens.ts'
import { findClient } from '../clients/actions.ts'
import { recordClientUse } from '../clients/store.ts'
import { describeAccess } from '../consent/actions.ts'
import { type AdmitDeps, type Answer, admitApp } from '../consent/admit-app.ts'
import { type ConsentDeps, readReach } from '../consent/read-request.ts'
import { OauthFault } from '../oauth-fault.ts'
import type { Parameters } from '../single-parameters.ts'
import { lockApp } from '../store.ts'
import { requireAudience, requireLiveUser } from '../token-actions.ts'
import {
  answerWaiting,
  type DeviceRequest,
  deleteDeviceRequest,
  findWaiting,
  insertDeviceRequest,
  lockDeviceRequest,
  type NewDeviceRequest,
  recordPoll,
} from './store.ts'

const waitMs = minutes(10)
const pollSeconds = 5
const mostTries = 5

/** Starts the sign-in of a program on a device without a browser (RFC 8628). */
export async function startDeviceRequest(deps: ConsentDeps & Pick<IdentityDeps, 'seal'>, given: Parameters) {
  const clientId = given.demand('client_id')
  const client = await findClient(deps, clientId)
  if (!client) throw new OauthFault('invalid_client', 'This `client_id` isn’t registered.')
  const reach = readReach(deps.config, client, given)
  const deviceCode = newSecret()
  const now = deps.clock.now()
  const request = {
    deviceHash: hashSecret(deviceCode),
    clientId,
    name: client.name,
    homeUrl: client.homeUrl,
    audience: reach.audience,
    scopes: [...reach.scopes],
    createdAt: now,
    expiresAt: after(now, waitMs),
    pollSeconds,
  }
  const userCode = await storeUnderFreeCode(deps, request)
  const page = `${deps.config.publicUrl}/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}#${userCode}`,
    expires_in: waitMs / 1_000,
    interval: pollSeconds,
  }
}

async function storeUnderFreeCode(
  { db, seal }: Pick<IdentityDeps, 'db' | 'seal'>,
  request: Omit<NewDeviceRequest, 'userCodeMac'>,
): Promise<string> {
  for (let nth = 0; nth < mostTries; nth++) {
    const userCode = newUserCode()
    if (await insertDeviceRequest(db, { ...request, userCodeMac: macOfUserCode(seal, userCode) })) return userCode
  }
  throw new Error('No free user code was found in five attempts.')
}

type Deps = ConsentDeps & Pick<IdentityDeps, 'seal'>

/** Describes to a user which app is waiting for the code that they entered, and what it requests. */
export async function checkDeviceCode(deps: Deps, caller: Caller, userCode: string) {
  const request = await requireWaiting(deps, userCode)
  const client = await findClient(deps, request.clientId)
  const { name, homeUrl, clientId: id } = request
  const named = { id, name, homeUrl, namedBy: client?.namedBy ?? 'itself' }
  const reach = { scopes: request.scopes as Scope[], audience: request.audience }
  return { ...describeAccess(deps.config, caller, named, reach), waitsSince: request.createdAt }
}

async function requireWaiting(
  { db, clock, seal }: Pick<IdentityDeps, 'db' | 'clock' | 'seal'>,
  userCode: string,
): Promise<DeviceRequest> {
  const request = await findWaiting(db, macOfUserCode(seal, userCode), clock.now())
  return request ?? refuse('device_code_not_found')
}

/** Approves or denies a device that is waiting for its code to be entered. */
export async function answerDeviceCode(
  deps: AdmitDeps & Pick<IdentityDeps, 'db' | 'seal'>,
  caller: Caller,
  { userCode, ...answer }: Answer & { readonly userCode: string },
): Promise<void> {
  const request = await requireWaiting(deps, userCode)
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const { clientId, name, homeUrl, audience, deviceHash } = request
    const isFirst =
      answer.decision === 'refuse'
        ? await answerWaiting(tx, deviceHash, { refusedAt: now })
        : await answerWaiting(tx, deviceHash, {
            appId: await admitApp(
              deps,
              tx,
              caller,
              { client: { id: clientId, name, homeUrl }, audience, scopes: request.scopes as Scope[] },
              answer,
              after(request.expiresAt, codeMs),
            ),
          })
    if (!isFirst) refuse('device_code_not_found')
    const registered = fromWire('client', clientId)
    if (registered && answer.decision === 'allow') await recordClientUse(tx, registered, now)
  })
}

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
    return fault('expired_token', 'The device took too long. Start again.')
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
    : fault('authorization_pending', 'The user hasn’t responded yet.')
}

/** Letters that neither spell words nor look like digits (RFC 8628, section 6.1): eight of them encode 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Returns a code that a user can type on a phone, such as `WDJB-MJHT`. */
function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/**
 * Returns the stored form of a code. A plain hash of such a short text could be reversed. Case and dashes do not
 * matter.
 */
const macOfUserCode = (seal: Pick<Seal, 'hmac'>, code: string): Buffer =>
  seal.hmac('device user code', code.toUpperCase().replaceAll(/[^A-Z]/g, ''))
