import type { Tx } from '#infra/db/client.ts'
import type { UserId } from '#kernel/ids.ts'
import { toWire } from '#kernel/ids.ts'
import { type DirectoryActor, writeAudit } from '#modules/audit/index.ts'
import {
  disableAccount,
  enableAccount,
  findUserByEmail,
  getIssuer,
  hasUsers,
  lockUser,
  openDirectoryAccount,
  renameDirectoryAccount,
  type User,
} from '#modules/identity/index.ts'
import type { DirectoryDeps } from '../deps.ts'
import type { Change } from '../protocol/patch.ts'
import { conflict, missing, notUnique } from '../protocol/scim-fault.ts'
import {
  changeUserDraft,
  type DirectoryPerson,
  joinNames,
  requirePerson,
  type UserDraft,
} from '../protocol/user-draft.ts'
import { deleteMembershipsOfUser } from '../store/groups.ts'
import {
  type DirectoryUser,
  findByUserName,
  findDirectoryUser,
  findListedUser,
  type ListedUser,
  listOwnedBrands,
  updateDirectoryUser,
  upsertDirectoryUser,
} from '../store/users.ts'
import { changeDirectory } from './change-directory.ts'
import { followGroups, requireOtherSuperadmin } from './follow-groups.ts'

const disabledReason = 'Disabled by the company directory'

export async function readUser(deps: Pick<DirectoryDeps, 'db'>, uid: UserId): Promise<ListedUser> {
  return await requireListed(await findListedUser(deps.db, uid))
}

/**
 * Adds a person of the directory: a new account, or the one with the same verified address. The operator's token proves
 * that the directory decides about accounts here, and the account's owner has proved the address.
 */
export function createUser(deps: DirectoryDeps, draft: UserDraft, actor: DirectoryActor): Promise<ListedUser> {
  const person = requirePerson(draft)
  return changeDirectory(deps, async (tx, superadmins) => {
    await requireFreeName(tx, person.userName, null)
    const user = (await adopt(deps, tx, person)) ?? (await open(deps, tx, person, actor))
    const earlier = await findDirectoryUser(tx, user.id)
    const now = deps.clock.now()
    await upsertDirectoryUser(tx, {
      uid: user.id,
      ...columnsOf(person),
      disabledAt: earlier?.disabledAt ?? null,
      createdAt: now,
      updatedAt: now,
    })
    await writeAudit(tx, {
      at: now,
      caller: actor,
      ownerUid: user.id,
      action: 'directory_user.added',
      subject: toWire('usr', user.id),
    })
    const link = { disabledAt: earlier?.disabledAt ?? null }
    await applyPerson(deps, tx, {
      user,
      link,
      person: { ...person, active: person.active ?? true },
      superadmins,
      actor,
    })
    return requireListed(await findListedUser(tx, user.id))
  })
}

/** Replaces what the directory says about a person. Without `active`, the account stays enabled or disabled. */
export const replaceUser = (deps: DirectoryDeps, uid: UserId, draft: UserDraft, actor: DirectoryActor) =>
  changeUser(deps, uid, () => draft, actor)

/** Applies the changes of a PATCH, all or none. */
export const patchUser = (deps: DirectoryDeps, uid: UserId, changes: readonly Change[], actor: DirectoryActor) =>
  changeUser(deps, uid, (listed) => changeUserDraft(draftOf(listed), changes), actor)

function changeUser(
  deps: DirectoryDeps,
  uid: UserId,
  draftFrom: (listed: ListedUser) => UserDraft,
  actor: DirectoryActor,
): Promise<ListedUser> {
  return changeDirectory(deps, async (tx, superadmins) => {
    const user = (await lockUser(tx, uid)) ?? notFound()
    const listed = requireListed(await findListedUser(tx, uid))
    const person = requirePerson(draftFrom(listed))
    await requireFreeName(tx, person.userName, uid)
    const columns = columnsOf(person)
    const isChanged = Object.entries(columns).some(([name, value]) => listed[name as keyof typeof columns] !== value)
    if (isChanged) await updateDirectoryUser(tx, uid, { ...columns, updatedAt: deps.clock.now() })
    await applyPerson(deps, tx, { user, link: listed, person, superadmins, actor })
    return requireListed(await findListedUser(tx, uid))
  })
}

/**
 * Disables the account and forgets the person. The account and everything in it stay, so that posts and the audit log
 * keep their author. An administrator can delete it.
 */
export function deleteUser(deps: DirectoryDeps, uid: UserId, actor: DirectoryActor): Promise<void> {
  return changeDirectory(deps, async (tx, superadmins) => {
    const user = (await lockUser(tx, uid)) ?? notFound()
    const listed = requireListed(await findListedUser(tx, uid))
    await disable(deps, tx, { user, superadmins, actor })
    await deleteMembershipsOfUser(tx, uid)
    superadmins.delete(uid)
    await followGroups(deps, tx, { uids: [uid], superadmins, actor })
    const now = deps.clock.now()
    await updateDirectoryUser(tx, uid, { removedAt: now, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller: actor,
      ownerUid: uid,
      action: 'directory_user.removed',
      subject: toWire('usr', listed.uid),
    })
  })
}

const notFound = (): never => {
  throw missing('user')
}

const requireListed = (listed: ListedUser | undefined): ListedUser => listed ?? notFound()

const columnsOf = ({ userName, externalId, givenName, familyName }: DirectoryPerson) => ({
  userName,
  externalId,
  givenName,
  familyName,
})

/** Returns a person as the directory described them. What follows from other attributes is left out, so that it follows changes. */
function draftOf(listed: ListedUser): UserDraft {
  const { userName, externalId, givenName, familyName, email, name } = listed
  const isDerivedEmail = email?.toLowerCase() === userName.toLowerCase()
  const isDerivedName = name === joinNames(listed) || name === email?.split('@')[0]
  return {
    userName,
    externalId,
    givenName,
    familyName,
    formatted: null,
    displayName: isDerivedName ? null : name,
    email: isDerivedEmail ? null : email,
    active: null,
  }
}

async function requireFreeName(tx: Tx, userName: string, uid: UserId | null): Promise<void> {
  const holder = await findByUserName(tx, userName)
  if (holder && holder.uid !== uid) throw notUnique(`There is already a user with the userName ${userName}.`)
}

/** Returns the account with the person's address, locked, or undefined if there is none. */
async function adopt(deps: DirectoryDeps, tx: Tx, person: DirectoryPerson): Promise<User | undefined> {
  const found = await findByAddress(deps, tx, person.email)
  const user = found && (await lockUser(tx, found.id))
  if (!user) return undefined
  const link = await findDirectoryUser(tx, user.id)
  if (link?.removedAt === null) throw notUnique(`Another user of the directory has the account with ${person.email}.`)
  if (!user.emailVerified) {
    throw notUnique(
      `The account with ${person.email} was never confirmed, so it could be a stranger’s. Confirm it with ` +
        '`posthorn user verify-email EMAIL`, or delete it.',
    )
  }
  if (isSomeoneElse(link, person)) {
    throw notUnique(
      `The account with ${person.email} belonged to another person in the directory. Delete it first, or change its ` +
        'address.',
    )
  }
  return user
}

/** True if the directory has given the address of someone who left to a new colleague. */
const isSomeoneElse = (link: DirectoryUser | undefined, { externalId }: DirectoryPerson): boolean =>
  link !== undefined && link.externalId !== null && externalId !== null && link.externalId !== externalId

const findByAddress = async (deps: DirectoryDeps, tx: Tx, email: string): Promise<User | undefined> =>
  (await findUserByEmail(tx, email, getIssuer(deps.config))) ?? (await findUserByEmail(tx, email))

async function open(deps: DirectoryDeps, tx: Tx, { email, name }: DirectoryPerson, actor: DirectoryActor) {
  if (!(await hasUsers(tx))) {
    throw conflict(
      'Posthorn has no owner yet. Create the owner’s account first, with the link that `posthorn start` prints.',
    )
  }
  return (await openDirectoryAccount(deps, tx, { email, name }, actor)) ?? refuseAddress(email)
}

function refuseAddress(email: string): never {
  throw notUnique(`There is already an account with ${email}.`)
}

interface Applied {
  readonly user: User
  readonly link: Pick<DirectoryUser, 'disabledAt'>
  readonly person: DirectoryPerson
  readonly superadmins: Set<UserId>
  readonly actor: DirectoryActor
}

/** Makes an account what the directory says, in the order in which nothing is done if something is refused. */
async function applyPerson(
  deps: DirectoryDeps,
  tx: Tx,
  { user, link, person, superadmins, actor }: Applied,
): Promise<void> {
  if (person.email.toLowerCase() !== user.email?.toLowerCase()) {
    const holder = await findByAddress(deps, tx, person.email)
    if (holder && holder.id !== user.id) refuseAddress(person.email)
  }
  const renamed = await renameDirectoryAccount(deps, tx, user, person, actor)
  if (person.active === false) await disable(deps, tx, { user: renamed, superadmins, actor })
  if (person.active !== true || user.disabledAt === null) return
  if (link.disabledAt?.getTime() !== user.disabledAt.getTime()) {
    throw conflict(
      'An administrator of Posthorn has disabled this account. Enable it under Administration → Users first.',
    )
  }
  await enableAccount(deps, tx, renamed, actor)
  await updateDirectoryUser(tx, user.id, { disabledAt: null })
}

/** Disables an account, unless something would be left without anyone who decides about it. */
async function disable(
  deps: DirectoryDeps,
  tx: Tx,
  { user, superadmins, actor }: Pick<Applied, 'user' | 'superadmins' | 'actor'>,
): Promise<void> {
  if (user.disabledAt !== null) return
  requireOtherSuperadmin(superadmins, user.id)
  const [first, ...more] = await listOwnedBrands(tx, user.id, 10)
  if (first !== undefined) {
    const brands = more.length === 0 ? `the brand “${first}”` : `${more.length + 1} brands, such as “${first}”`
    throw conflict(
      `${user.name} owns ${brands}, which would stop publishing. Delete what is no longer needed, or disable the ` +
        'account under Administration → Users, which holds the posts.',
    )
  }
  const { disabledAt } = await disableAccount(deps, tx, user, { actor, reason: disabledReason })
  await updateDirectoryUser(tx, user.id, { disabledAt })
}
