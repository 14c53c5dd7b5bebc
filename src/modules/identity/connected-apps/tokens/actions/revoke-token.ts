import { inTx } from '#infra/db/client.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { endApp } from '../../end-app.ts'
import type { Parameters } from '../../single-parameters.ts'
import { lockAppByToken } from '../../store.ts'

/**
 * Revokes an app's access (RFC 7009). Either of its tokens revokes both. An unknown token, or one of another app,
 * changes nothing and gets the same response.
 */
export async function revokeToken(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  given: Parameters,
): Promise<void> {
  const clientId = given.read('client_id')
  const token = hashSecret(given.demand('token'))
  await inTx(deps.db, async (tx) => {
    const app = await lockAppByToken(tx, token)
    if (!app || (clientId !== null && app.clientId !== clientId)) return
    await endApp(tx, app, { caller: null, reason: 'ended_by_app', now: deps.clock.now() })
  })
  deps.callers.clear()
}
