import { settingName } from '#infra/config/table/network-settings.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type AccountId, type ProfileId, toWire } from '#kernel/ids.ts'
import { accountFor, listAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { listActs } from '../acts/possible-acts.ts'
import type { InboxDeps } from '../deps.ts'
import { listMissingScopes, sayMissing } from '../missing-scopes.ts'
import { hasBudget } from '../reading/share.ts'
import { listReadings, lookNow, type ReadingRow, setReading } from '../store/lanes.ts'

/** A person can have an account read again after this time. */
const againAfterMs = minutes(1)

/** Lists the accounts of a profile, and whether their comments are read. */
export async function readInboxAccounts(deps: InboxDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(deps.db, caller, profileId, 'read')
  const readings = new Map((await listReadings(deps.db, profileId)).map((row) => [row.accountId, row]))
  const accounts = await listAccounts(deps.db, profileId, { disconnectedToo: false })
  return { accounts: accounts.map((account) => present(deps, account, readings.get(account.id))) }
}

/** Turns the reading of an account on or off. What was read stays. */
export function changeInboxAccount(deps: InboxDeps, caller: Caller, id: AccountId, { isOn }: { isOn: boolean }) {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'manage', { alsoReadOnly: !isOn })
    if (isOn) requireReadable(deps, account)
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
    return present(deps, account, await readingOf(tx, account.profileId, id))
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

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

function requireReadable(deps: InboxDeps, { id, network, scopes }: Account): void {
  const { connectors } = deps
  const connector = connectors[network]
  if (!connector?.inbox) {
    const read = Object.values(connectors).flatMap((one) => (one?.inbox ? [one.limits.name] : []))
    refuse('inbox_not_available', { detail: `The inbox reads ${joined(read)}.` })
  }
  if (lacksBudget(deps, network)) {
    const setting = settingName(network, 'MONTHLY_INBOX_READS')
    refuse('inbox_not_available', {
      detail: `${connector.limits.name} charges for each post that is read. A server administrator can allow it with ${setting}.`,
    })
  }
  const missing = listMissingScopes(connector, scopes)
  if (missing.length === 0) return
  refuse('inbox_scope_missing', {
    detail: `${sayMissing(missing)} Request it with POST /v1/connections/${toWire('acc', id)}/upgrade-scopes.`,
  })
}

const lacksBudget = (deps: InboxDeps, network: Account['network']): boolean =>
  deps.connectors[network]?.inbox?.isBilled === true && !hasBudget(deps, network)

const joined = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)

const present = (deps: InboxDeps, { id, network, scopes }: Account, row: ReadingRow | undefined) => ({
  accountId: id,
  ...platformFields(network),
  isAvailable: deps.connectors[network]?.inbox !== undefined && !lacksBudget(deps, network),
  lacksBudget: lacksBudget(deps, network),
  canReply: deps.connectors[network]?.inbox?.replies !== undefined,
  missingScopes: listMissingScopes(deps.connectors[network], scopes),
  acts: listActs(deps.connectors[network], scopes),
  isOn: row?.isOn ?? false,
  readAt: row?.readAt ?? null,
  problem: row?.problem ?? null,
})
