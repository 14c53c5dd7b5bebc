import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../deps.ts'
import { findUser } from '../../people/store.ts'
import { type Audience, findAudience } from '../audiences.ts'
import { OauthFault } from '../oauth-fault.ts'
import type { Parameters } from '../single-parameters.ts'

/** Refuses tokens to an app whose user has been deleted or disabled. */
export async function requireLiveUser(tx: Tx, uid: UserId): Promise<void> {
  const user = await findUser(tx, uid)
  if (!user || user.disabledAt) throw new OauthFault('invalid_grant', 'The user of this app can no longer sign in.')
}

/** Refuses a `resource` other than the one that the user consented to. */
export function requireAudience(
  config: IdentityDeps['config'],
  app: { readonly audience: Audience },
  given: Parameters,
): void {
  const resource = given.read('resource')
  if (resource !== null && findAudience(config, resource) !== app.audience)
    throw new OauthFault('invalid_target', 'The user did not give the app access to this resource.')
}
