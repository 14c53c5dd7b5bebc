import { inTx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../../deps.ts'
import { hasOuterProvider } from '../../issuers.ts'
import { hasUsers } from '../../people/store.ts'
import { formatCode, hashCode } from '../../readable-code.ts'
import { lockInstallation, setSetupCodeHash } from '../store.ts'

/**
 * Returns the setup code that the first sign-up must send if others can reach the service. Null if no code is needed.
 * The code is derived from the installation's id and SECRET_KEY, so that several processes print the same code and a
 * restart does not invalidate a code that was already copied. The code is valid until the first account exists.
 */
export async function ensureSetupCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'seal'> & {
    readonly config: Pick<IdentityDeps['config'], 'isOpenToOthers' | 'oidc'>
  },
): Promise<string | null> {
  if (hasOuterProvider(deps.config) || !deps.config.isOpenToOthers || (await hasUsers(deps.db))) return null
  return await inTx(deps.db, async (tx) => {
    const { id } = await lockInstallation(tx, deps.clock.now())
    if (await hasUsers(tx)) return null
    const code = formatCode(deps.seal.hmac('setup code', id))
    await setSetupCodeHash(tx, hashCode(code))
    return code
  })
}
