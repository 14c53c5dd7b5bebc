import { refuse } from '#kernel/errors.ts'
import type { Plan, Plans } from './plan-table.ts'

/** The fields of a plan that limit a number. */
export type Limit = { [Field in keyof Plan]: null extends Plan[Field] ? Field : never }[keyof Plan]
/** The fields of a plan that include a feature. */
type Feature = { [Field in keyof Plan]: Plan[Field] extends boolean ? Field : never }[keyof Plan]

/** The limits of a plan, with the singular and plural of what they count. */
const limitNouns = {
  profiles: ['brand', 'brands'],
  accountsPerProfile: ['account per brand', 'accounts per brand'],
  aiCaptionsPerMonth: ['AI caption per month', 'AI captions per month'],
  analyticsRetentionDays: ['day of analytics', 'days of analytics'],
  webhookEndpoints: ['webhook', 'webhooks'],
  storageBytes: ['byte of storage', 'bytes of storage'],
} as const satisfies Record<Limit, readonly [one: string, many: string]>
export const limitNames = Object.keys(limitNouns) as readonly Limit[]

const featureNouns = {
  shareLinks: 'share links',
  chatCodes: 'chat access codes',
} as const satisfies Record<Feature, string>

/** Returns the plan's limit. Null if unlimited. */
export const getLimit = (plans: Plans, plan: string, limit: Limit): number | null => getPlan(plans, plan)[limit]

/**
 * Refuses unless the plan allows `more` in addition to `used`. Count under the lock of the owner's row, or two calls
 * can take the same slot.
 */
export function requireRoom(plans: Plans, plan: string, limit: Limit, used: number, more = 1): void {
  const allowed = getLimit(plans, plan, limit)
  if (allowed === null || used + more <= allowed) return
  const roomier = findPlanFor(plans, limit, used + more)
  if (allowed === 0) {
    refuse('plan_required', {
      detail: `The ${plan} plan doesn’t include ${limitNouns[limit][1]}. ${advice(roomier, 'Upgrade to')}`,
      ...named(roomier),
    })
  }
  refuse('plan_limit_reached', {
    detail:
      `The ${plan} plan allows ${describeCount(limit, allowed)} (${inUse(limit, used, more)}). ` +
      `${advice(roomier, 'Upgrade to')}`,
    ...named(roomier),
  })
}

/** Returns the lowest plan that allows `count`, or null if none does. */
export const findPlanFor = (plans: Plans, limit: Limit, count: number): string | null =>
  lowestWith(plans, ({ [limit]: allowed }) => allowed === null || count <= allowed)

/** Refuses unless the plan includes the feature. */
export function requireFeature(plans: Plans, plan: string, feature: Feature): void {
  if (getPlan(plans, plan)[feature]) return
  const lowest = lowestWith(plans, (other) => other[feature])
  refuse('plan_required', {
    detail: `The ${plan} plan doesn’t include ${featureNouns[feature]}. ${advice(lowest, 'Upgrade to')}`,
    ...named(lowest),
  })
}

/** Returns the entry of a plan. If a plan was removed from the table, its users get the lowest plan, never more. */
function getPlan(plans: Plans, plan: string): Plan {
  const entry = plans.get(plan) ?? plans.values().next().value
  if (!entry) throw new Error('the plan table is empty')
  return entry
}

function lowestWith(plans: Plans, suits: (plan: Plan) => boolean): string | null {
  for (const [name, plan] of plans) if (suits(plan)) return name
  return null
}

const describeCount = (limit: Limit, n: number): string =>
  limit === 'storageBytes' ? `${bytesText(n)} of storage` : `${n} ${limitNouns[limit][n === 1 ? 0 : 1]}`

const inUse = (limit: Limit, used: number, more: number): string =>
  limit === 'storageBytes' ? `${bytesText(used)} in use, and this needs ${bytesText(more)} more` : `${used} in use`

function bytesText(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`
  const [unit, name] = bytes >= 1024 ** 3 ? [1024 ** 3, 'GB'] : [1024 ** 2, 'MB']
  return bytes < unit ? exact : `${Math.round((bytes / unit) * 100) / 100} ${name} (${exact})`
}

const named = (plan: string | null) => (plan === null ? {} : { requiredPlan: plan })

const advice = (plan: string | null, words: string): string =>
  plan === null ? 'No plan on this server offers more.' : `${words} ${plan}.`
