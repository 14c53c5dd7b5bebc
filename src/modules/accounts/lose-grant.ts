import { inTx, type Tx } from '#infra/db/client.ts'
import type { AccountId } from '#kernel/ids.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { GrantDeps } from './deps.ts'
import { type GrantOfAccount, grantOfAccount, lockGrant, loseGrant, setSealedGrant } from './grant-store.ts'
import { type AccountRow, lockAccountsOfGrant, updateAccount } from './store.ts'

type LossDeps = Pick<GrantDeps, 'db' | 'clock' | 'emit'>
type Used = Pick<GrantOfAccount, 'id' | 'version' | 'expiresAt' | 'accountId'>

/**
 * The network takes this version of a grant no more, and no new one is to be had: a person has to connect again. Where
 * a grant is good for several accounts, the no to one of them says nothing of the others, which may be pages with rights
 * of their own: they are lost when they are refused themselves, or when all of it has ended.
 */
export function giveUpGrant(deps: LossDeps, { id, version, expiresAt, accountId }: Used, why: string): Promise<void> {
  return inTx(deps.db, async (tx) => {
    // Accounts before their grant, for everybody.
    const accounts = await lockAccountsOfGrant(tx, id)
    const active = accounts.filter(({ status }) => status === 'active')
    const page = accounts.find((one) => one.id === accountId)?.remoteAccountId
    const refused = active.filter(({ remoteAccountId }) => remoteAccountId === page)
    const hasEnded = expiresAt !== null && expiresAt <= deps.clock.now()
    const isWhole = hasEnded || refused.length === active.length
    // Somebody who connected again meanwhile has made it good.
    if (!(isWhole ? await loseGrant(tx, id, version, why) : await isVersion(tx, id, version))) return
    for (const account of isWhole ? active : refused) await markLost(deps, tx, account, why)
  })
}

const isVersion = async (tx: Tx, id: string, version: number): Promise<boolean> =>
  (await lockGrant(tx, id))?.version === version

/**
 * For whoever uses an account and is refused with a grant that had just been renewed. False: the account works by another
 * one since then, of which that refusal says nothing.
 */
export async function needsReconnect(
  deps: LossDeps,
  accountId: AccountId,
  why: string,
  version: number,
): Promise<boolean> {
  const used = await grantOfAccount(deps.db, accountId)
  if (used?.accountStatus === 'active' && used.version <= version) await giveUpGrant(deps, used, why)
  const grant = await grantOfAccount(deps.db, accountId)
  return grant?.accountStatus !== 'active'
}

/** What it held is lost with its key: all of its accounts have to be connected again. */
export async function emptyGrant(
  deps: Omit<LossDeps, 'db'>,
  tx: Tx,
  { id, sealedNothing }: { readonly id: string; readonly sealedNothing: Buffer },
): Promise<void> {
  const why = 'The key that protected this account here was lost.'
  const accounts = await lockAccountsOfGrant(tx, id)
  const grant = await lockGrant(tx, id)
  if (!grant) return
  await loseGrant(tx, id, grant.version, why)
  await setSealedGrant(tx, id, sealedNothing)
  for (const account of accounts.filter(({ status }) => status === 'active')) await markLost(deps, tx, account, why)
}

export async function markLost(deps: Omit<LossDeps, 'db'>, tx: Tx, account: AccountRow, why: string): Promise<void> {
  const now = deps.clock.now()
  const { id, ownerUid, profileId, network, handle } = account
  await updateAccount(tx, id, { status: 'needs_reconnect', statusWhy: why, updatedAt: now })
  const event = { ownerUid, profileId, accountId: id, network, handle, reason: why } as const
  await deps.emit(tx, { type: 'account.needs_reconnect', ...event })
  await writeAudit(tx, {
    at: now,
    caller: null,
    ownerUid,
    action: 'account.needs_reconnect',
    subject: toWire('acc', id),
    changes: { status: { from: account.status, to: 'needs_reconnect' }, why: { from: null, to: why } },
  })
}
