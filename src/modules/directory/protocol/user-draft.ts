import { cleanName } from '#kernel/text/one-line.ts'
import { emailText } from '#modules/identity/index.ts'
import type { Filter } from './filter.ts'
import type { Change, Target } from './patch.ts'
import { invalidValue } from './scim-fault.ts'
import { type Attributes, isObject, readBoolean, readField, readList, readText } from './values.ts'

/** A person as a request describes them. Null for what it leaves out. */
export interface UserDraft {
  readonly userName: string | null
  readonly externalId: string | null
  readonly displayName: string | null
  readonly formatted: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly email: string | null
  readonly active: boolean | null
}

/** A person who can be stored. */
export interface DirectoryPerson {
  readonly userName: string
  readonly externalId: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly name: string
  readonly email: string
  /** Null to leave the account as it is. */
  readonly active: boolean | null
}

const emptyDraft = (): UserDraft => ({
  userName: null,
  externalId: null,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  email: null,
  active: null,
})

const emailsMax = 20

/** Readers of the attributes. Others are accepted and ignored, as RFC 7644 (section 3.3) allows. */
const readers: Readonly<Record<string, (value: unknown) => Partial<UserDraft>>> = {
  username: (value) => ({ userName: readText('userName', value, 320) }),
  externalid: (value) => ({ externalId: readText('externalId', value, 255) }),
  displayname: (value) => ({ displayName: readText('displayName', value, 1_000) }),
  active: (value) => ({ active: readBoolean('active', value) }),
  name: readName,
  'name.formatted': (value) => ({ formatted: readText('name.formatted', value, 1_000) }),
  'name.givenname': (value) => ({ givenName: readText('name.givenName', value, 100) }),
  'name.familyname': (value) => ({ familyName: readText('name.familyName', value, 100) }),
  emails: (value) => ({ email: pickEmail(value) }),
  'emails.value': (value) => ({ email: readText('emails.value', value, 320) }),
}

function readName(value: unknown): Partial<UserDraft> {
  if (value !== null && value !== undefined && !isObject(value)) throw invalidValue('`name` must be an object.')
  const parts = ['formatted', 'givenName', 'familyName'].map((part) => {
    const given = isObject(value) ? readField(value, part) : null
    return given === undefined ? {} : readers[`name.${part.toLowerCase()}`]?.(given)
  })
  return Object.assign({}, ...parts)
}

/** Returns the primary address, or the one from work, or the first. */
function pickEmail(value: unknown): string | null {
  const emails = readList('emails', value, emailsMax).map((one) => {
    if (typeof one === 'string') return { address: readText('emails.value', one, 320), rank: 1 }
    if (!isObject(one)) throw invalidValue('Each of the `emails` must be an object.')
    const isPrimary = readBoolean('emails.primary', readField(one, 'primary')) === true
    const isWork = readText('emails.type', readField(one, 'type'), 100)?.toLowerCase() === 'work'
    return { address: readText('emails.value', readField(one, 'value'), 320), rank: isPrimary ? 3 : isWork ? 2 : 1 }
  })
  const known = emails.filter(({ address }) => address !== null)
  return known.sort((a, b) => b.rank - a.rank)[0]?.address ?? null
}

/** Reads a complete person, as POST and PUT send it. */
export function readUserDraft(body: Attributes): UserDraft {
  const names = ['userName', 'externalId', 'displayName', 'active', 'name', 'emails']
  const parts = names.map((name) => readers[name.toLowerCase()]?.(readField(body, name)))
  return Object.assign(emptyDraft(), ...parts)
}

/** Applies the changes of a PATCH. */
export function changeUserDraft(draft: UserDraft, changes: readonly Change[]): UserDraft {
  let changed = draft
  for (const { kind, target, value } of changes) {
    const name = nameOf(target, changed)
    if (name === null || !Object.hasOwn(readers, name)) continue
    if (kind === 'remove' && name === 'active')
      throw invalidValue('`active` can’t be removed. Set it to true or false.')
    changed = { ...changed, ...readers[name]?.(kind === 'remove' ? null : value) }
  }
  return changed
}

/** Returns the attribute that a change concerns. Null if it concerns another value, such as a private address. */
function nameOf({ attribute, filter, sub }: Target, draft: UserDraft): string | null {
  if (filter !== null && !concernsEmail(filter, draft.email ?? draft.userName)) return null
  if (filter !== null && sub === null && attribute === 'emails') return 'emails'
  return sub === null ? attribute : `${attribute}.${sub}`
}

/** True for a filter that selects the address that an account has here. */
function concernsEmail(filter: Filter, email: string | null): boolean {
  if (filter.kind !== 'compare') {
    const found = filter.parts.map((one) => concernsEmail(one, email))
    return filter.kind === 'and' ? !found.includes(false) : found.includes(true)
  }
  const value = typeof filter.value === 'string' ? filter.value.toLowerCase() : filter.value
  if (filter.operator !== 'eq') return false
  if (filter.attribute === 'type') return value === 'work'
  if (filter.attribute === 'primary') return value === true || value === 'true'
  return filter.attribute === 'value' && value === email?.toLowerCase()
}

/** Returns the person that can be stored. The user name is the address if the directory sends no other. */
export function requirePerson(draft: UserDraft): DirectoryPerson {
  const { userName, externalId, givenName, familyName, active } = draft
  if (userName === null) throw invalidValue('`userName` is required.')
  const address = emailText.safeParse(draft.email ?? userName)
  if (!address.success) {
    throw invalidValue(
      draft.email === null
        ? 'Send an email address in `emails`, or one as `userName`.'
        : 'The value of `emails` isn’t an email address.',
    )
  }
  const email = address.data
  const names = [draft.displayName, draft.formatted, joinNames(draft), email.split('@')[0]]
  const name = names.map((one) => cleanName(one ?? '', 100)).find((one) => one !== '') ?? 'New user'
  return { userName, externalId, givenName, familyName, name, email, active }
}

export const joinNames = ({ givenName, familyName }: Pick<UserDraft, 'givenName' | 'familyName'>): string =>
  [givenName, familyName].filter((one) => one !== null).join(' ')
