import type { Connector, JsonObject } from '#connectors/connector.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type AccountId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { accountFor } from '../account-for.ts'
import type { AccountDeps } from '../deps.ts'
import { type PresentedAccount, presentAccount } from '../present.ts'
import type { AccountChange } from '../schema.ts'
import { defaultAccount, findAccount, type SeenAccount, updateAccount } from '../store/accounts.ts'

/** Makes an account the default of its platform, and sets the default settings of its posts. */
export function changeAccount(
  deps: AccountDeps,
  caller: Caller,
  id: AccountId,
  { isDefault, settings }: AccountChange,
): Promise<PresentedAccount> {
  return inTx(deps.db, async (tx) => {
    const account = await accountFor(tx, caller, id, 'manage')
    if (settings !== undefined) await changeSettings(deps, tx, caller, account, settings)
    if (isDefault && !account.isDefault) await makeDefault(deps, tx, caller, account)
    return await presentAccount({ ...deps, db: tx }, (await findAccount(tx, id, false)) ?? account)
  })
}

/** The settings as the client sent them, not yet parsed. */
type Given = Readonly<Record<string, unknown>>

async function changeSettings(
  deps: AccountDeps,
  tx: Tx,
  caller: Caller,
  { id, ownerUid, network, settings: before }: SeenAccount,
  given: Given,
): Promise<void> {
  const settings = parseSettings(deps.connectors[network], given)
  const now = deps.clock.now()
  await updateAccount(tx, id, { settings, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'account.settings_changed',
    subject: toWire('acc', id),
    changes: { settings: { from: before, to: settings } },
  })
}

/**
 * Parses the settings of an account. Networks require most choices to be made for each post, so few settings can be set
 * for all posts.
 */
function parseSettings(connector: Connector | undefined, given: Given): JsonObject {
  const { accountDefaults, limits } = connector ?? {}
  if (!accountDefaults && Object.keys(given).length > 0)
    refuseInput({
      path: '/settings',
      code: 'settings_invalid',
      message: `${limits?.name ?? 'This network'} has no account-level settings. Set them in each post.`,
    })
  const read = accountDefaults?.safeParse(given)
  if (!read || read.success) return (read?.data ?? {}) as JsonObject
  return refuseInput(
    ...read.error.issues.map(({ path, message }) => ({
      path: ['/settings', ...path.map(String)].join('/'),
      code: 'settings_invalid',
      message: `${path.map(String).join('.') || 'settings'}: ${message}.`,
    })),
  )
}

async function makeDefault(deps: AccountDeps, tx: Tx, caller: Caller, account: SeenAccount): Promise<void> {
  const { id, ownerUid, profileId, network, status } = account
  if (status === 'disconnected') {
    refuse('account_not_connected', {
      detail: 'This account is disconnected. Reconnect it to make it the default.',
    })
  }
  const now = deps.clock.now()
  const before = await defaultAccount(tx, profileId, network)
  if (before) await updateAccount(tx, before.id, { isDefault: false, updatedAt: now })
  await updateAccount(tx, id, { isDefault: true, updatedAt: now })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'account.made_default',
    subject: toWire('acc', id),
    changes: { default: { from: before ? toWire('acc', before.id) : null, to: toWire('acc', id) } },
  })
}
