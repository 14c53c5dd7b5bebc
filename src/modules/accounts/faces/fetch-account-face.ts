import { inTx } from '#infra/db/client.ts'
import { defineJob } from '#infra/queue/index.ts'
import { seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { dropFace, fetchFace, putFace } from '#modules/faces/index.ts'
import type { AccountDeps } from '../deps.ts'
import { isTrustedOrigin } from '../network/addresses.ts'
import { findAccount } from '../store/accounts.ts'

/** Fetches an account's image from its network. Enqueued when the account is connected and when it is checked. */
export const fetchAccountFace = defineJob<{ readonly accountId: AccountId }>('accounts.fetch-face', {
  expireAfterMs: seconds(120),
})

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'config' | 'outbound' | 'scratch' | 'mediaWorker'>

/**
 * Stores the image at the URL that the network reported last. Networks change an image without changing its URL, and a
 * URL without changing the image. If the URL leads to no image, the previous one remains until the next check.
 */
export async function saveAccountFace(deps: Deps, id: AccountId, signal: AbortSignal): Promise<void> {
  const account = await findAccount(deps.db, id, false)
  if (!account) return
  const { avatar: url, ownerUid: owner } = account
  const isTrusted = (one: string) => isTrustedOrigin(deps.config, account, one)
  const image = url === null ? null : await fetchFace(deps, { url, isTrusted, owner, signal })
  await inTx(deps.db, async (tx) => {
    // The network may have reported another image, or asked for the deletion of the account, in the meantime.
    if ((await findAccount(tx, id, true))?.avatar !== url) return
    if (url === null) await dropFace(tx, { accountId: id })
    else if (image) await putFace(tx, { accountId: id }, image, deps.clock.now())
  })
}
