import { type Db, inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, type ProfileId, toWire } from '#kernel/ids.ts'
import { accountFor, listAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { type Network, platformFields } from '#rules/network-names.ts'
import type { InboxDeps } from '../deps.ts'
import { listReadings, lookNow, type ReadingRow, setReading } from '../store/lanes.ts'

/** A person can have an account read again after this time. */
const againAfterMs = minutes(1)

/** Lists the accounts of a profile, and whether their comments are read. */
export async function readInboxAccounts(deps: InboxDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(deps.db, caller, profileId, 'read')
  const readings = new Map((await listReadings(deps.db, profileId)).map((row) => [row.accountId, row]))
  const accounts = await listAccounts(deps.db, profileId, { disconnectedToo: false })
  return { accounts: accounts.map(({ id, network }) => present(deps, id, network, readings.get(id))) }
}

/** Turns the reading of an account on or off. What was read stays. */
export function changeInboxAccount(deps: InboxDeps, caller: Caller, id: AccountId, { isOn }: { isOn: boolean }) {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'manage', { alsoReadOnly: !isOn })
    if (isOn && !deps.connectors[account.network]?.inbox)
      refuse('inbox_not_available', { detail: 'The inbox reads Bluesky and Mastodon so far.' })
    const now = deps.clock.now()
    await setReading(tx, id, isOn, now)
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: account.ownerUid,
      action: 'inbox.account_changed',
      subject: toWire('acc', id),
      changes: { isOn: { from: null, to: isOn } },
    })
    return present(deps, id, account.network, await readingOf(tx, account.profileId, id))
  })
}

/** Makes an account due now, at most once a minute. */
export function refreshInbox(deps: InboxDeps, caller: Caller, id: AccountId) {
  return inTx(deps.db, async (tx) => {
    await accountFor(tx, caller, id, 'read')
    const now = deps.clock.now()
    return { ok: true as const, willRead: await lookNow(tx, id, now, before(now, againAfterMs)) }
  })
}

const readingOf = async (db: Db, profileId: ProfileId, id: AccountId): Promise<ReadingRow | undefined> =>
  (await listReadings(db, profileId)).find(({ accountId }) => accountId === id)

const present = (deps: InboxDeps, accountId: AccountId, network: Network, row: ReadingRow | undefined) => ({
  accountId,
  ...platformFields(network),
  isAvailable: deps.connectors[network]?.inbox !== undefined,
  isOn: row?.isOn ?? false,
  readAt: row?.readAt ?? null,
  problem: row?.problem ?? null,
})
