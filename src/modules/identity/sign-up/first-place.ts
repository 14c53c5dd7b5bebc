import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { hasUsers } from '../people/store.ts'
import { hashCode } from '../readable-code.ts'
import { lockInstallation, setSetupCodeHash } from './store.ts'

/**
 * Claims the place of the first account, under the installation's lock. Returns false if someone already has it. If
 * others can reach the service, this requires the setup code, which then stops working.
 */
export async function takeFirstPlace(
  tx: Tx,
  deps: Pick<IdentityDeps, 'config'>,
  setupCode: string | undefined,
  now: Date,
): Promise<boolean> {
  if (await hasUsers(tx)) return false
  const { setupCodeHash } = await lockInstallation(tx, now)
  // The previous holder of the lock may have created the first account.
  if (await hasUsers(tx)) return false
  if (deps.config.isOpenToOthers) requireSetupCode(setupCode, setupCodeHash)
  await setSetupCodeHash(tx, null)
  return true
}

function requireSetupCode(given: string | undefined, hash: Buffer | null): void {
  if (given === undefined || !hash || !timingSafeEqual(hashCode(given), hash)) refuseWithoutCode()
}

export function refuseWithoutCode(): never {
  refuse('setup_code_required', { detail: 'Send the `setupCode` that `posthorn start` printed.' })
}
