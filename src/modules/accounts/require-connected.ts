import type { Db } from '#infra/db/client.ts'
import { refuseInput } from '#kernel/errors.ts'
import type { AccountId, ProfileId } from '#kernel/ids.ts'
import { listProfileAccounts } from './store/publishing.ts'

/** Refuses each of `accountIds` that is not a connected account of the profile, at its place in the request. */
export async function requireConnected(tx: Db, profileId: ProfileId, accountIds: readonly AccountId[]): Promise<void> {
  const connected = new Set((await listProfileAccounts(tx, profileId)).map(({ id }) => id))
  const message = 'The profile has no connected account with this ID. Use a connected account.'
  const faults = accountIds.flatMap((id, index) =>
    connected.has(id) ? [] : [{ path: `/accountIds/${index}`, code: 'account_not_connected', message }],
  )
  if (faults.length > 0) refuseInput(...faults)
}
