import type { Messages } from '#web/i18n/index.ts'

/** Returns the name of a plan. An operator may define other plans, which have no translation here. */
export const nameOfPlan = (plan: string, { plans }: Messages['usage']): string =>
  (plans as Readonly<Record<string, string>>)[plan] ?? plan
