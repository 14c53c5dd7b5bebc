import type { Flag } from './use-flags.ts'

type Reach = 'all' | 'some' | 'nobody'

/** For whom a flag is on, in the form that the page edits: users by id, and a share of the users of some plans. */
export interface Audience {
  readonly reach: Reach
  readonly users: readonly string[]
  readonly plans: readonly string[]
  /** The share in percent of the users with these plans; null when only the named users have the flag. */
  readonly percentage: number | null
}

type Rule = Flag['rules'][number]

const none = { users: [], plans: [], percentage: null }

/** Reads the audience of a flag. Null: its rules say more than the page can show. */
export function readAudience({ enabled, rules }: Flag): Audience | null {
  if (rules.length === 0) return { ...none, reach: enabled ? 'all' : 'nobody' }
  const named = rules.filter(isOfUsers)
  const shares = rules.filter((rule) => !isOfUsers(rule))
  if (named.length > 1 || shares.length > 1 || rules.some(saysMore)) return null
  const [share] = shares
  return {
    reach: enabled ? 'some' : 'nobody',
    users: named[0]?.users ?? [],
    plans: share?.plans ?? [],
    percentage: share ? (share.percentage ?? 100) : null,
  }
}

const isOfUsers = ({ users }: Rule): boolean => users !== undefined
const saysMore = ({ users, plans, percentage, variant }: Rule): boolean =>
  variant !== undefined || (users !== undefined && (plans !== undefined || percentage !== undefined))

/** Writes an audience as the settings of a flag. Whom it names is kept while it is off. */
export function writeAudience({ reach, users, plans, percentage }: Audience): Pick<Flag, 'enabled' | 'rules'> {
  if (reach === 'all') return { enabled: true, rules: [] }
  const rules: Rule[] = []
  if (users.length > 0) rules.push({ users: [...users] })
  if (percentage !== null) rules.push({ ...(plans.length > 0 && { plans: [...plans] }), percentage })
  return { enabled: reach === 'some', rules }
}
