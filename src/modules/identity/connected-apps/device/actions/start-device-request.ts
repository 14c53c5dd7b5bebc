import { after, minutes } from '#kernel/clock.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { newSecret } from '../../app-tokens.ts'
import { findClient } from '../../clients/actions/find-client.ts'
import { type ConsentDeps, readReach } from '../../consent/read-request.ts'
import { OauthFault } from '../../oauth-fault.ts'
import type { Parameters } from '../../single-parameters.ts'
import { insertDeviceRequest, type NewDeviceRequest } from '../store.ts'
import { macOfUserCode, newUserCode } from '../user-code.ts'

const waitMs = minutes(10)
const pollSeconds = 5
const mostTries = 5

/** Starts the sign-in of a program on a device without a browser (RFC 8628). */
export async function startDeviceRequest(deps: ConsentDeps & Pick<IdentityDeps, 'seal'>, given: Parameters) {
  const clientId = given.demand('client_id')
  const client = await findClient(deps, clientId)
  if (!client) throw new OauthFault('invalid_client', 'This `client_id` is not registered.')
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
