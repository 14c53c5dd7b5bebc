import type { Caller, Scope } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { findClient } from '../../clients/actions/find-client.ts'
import { describeWish } from '../../consent/actions/check-request.ts'
import type { ConsentDeps } from '../../consent/read-request.ts'
import { type DeviceRequest, findWaiting } from '../store.ts'
import { macOfUserCode } from '../user-code.ts'

type Deps = ConsentDeps & Pick<IdentityDeps, 'seal'>

/** Describes to a user which app is waiting for the code that they entered, and what it requests. */
export async function checkDeviceCode(deps: Deps, caller: Caller, userCode: string) {
  const request = await requireWaiting(deps, userCode)
  const client = await findClient(deps, request.clientId)
  const { name, homeUrl, clientId: id } = request
  const named = { id, name, homeUrl, namedBy: client?.namedBy ?? 'itself' }
  const reach = { scopes: request.scopes as Scope[], audience: request.audience }
  return { ...describeWish(deps.config, caller, named, reach), waitsSince: request.createdAt }
}

export async function requireWaiting(
  { db, clock, seal }: Pick<IdentityDeps, 'db' | 'clock' | 'seal'>,
  userCode: string,
): Promise<DeviceRequest> {
  const request = await findWaiting(db, macOfUserCode(seal, userCode), clock.now())
  return request ?? refuse('device_code_not_found')
}
