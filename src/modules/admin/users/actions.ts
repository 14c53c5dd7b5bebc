import { refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { listAuditEntries } from '#modules/audit/index.ts'
import { findUser, presentUser, readSignIns, readUsage } from '#modules/identity/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { UserDeps } from '../deps.ts'
import { selectAccountsOf, selectErrorsOf, selectProfilesOf } from './store.ts'

const auditEntries = 20

/** Returns everything about a user that support needs to answer questions, without posts or secrets. */
export async function readUser(deps: UserDeps, uid: UserId) {
  const { db } = deps
  const user = (await findUser(db, uid)) ?? refuse('user_not_found')
  const [signIns, usage, profiles, accounts, errors, audit] = await Promise.all([
    readSignIns(db, uid, deps.clock.now()),
    readUsage(deps, { uid, plan: user.plan }),
    selectProfilesOf(db, uid),
    selectAccountsOf(db, uid),
    selectErrorsOf(db, uid),
    listAuditEntries(db, uid, { limit: auditEntries }),
  ])
  return {
    ...presentUserForAdmins(user),
    signIns,
    usage: usage.limits,
    profiles,
    accounts: accounts.map((account) => ({ ...account, ...platformFields(account.network) })),
    lastErrors: errors.map((error) => ({ ...error, ...platformFields(error.network) })),
    audit: [...audit.items],
  }
}

type Presentable = Parameters<typeof presentUser>[0]

/** Returns a user with fields that only administrators see. */
export const presentUserForAdmins = (user: Presentable) => ({
  ...presentUser(user),
  disabledAt: user.disabledAt,
  disabledReason: user.disabledReason,
})
