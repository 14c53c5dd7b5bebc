import type { Messages } from '#web/i18n/index.ts'

/** Returns the name of a plan. An operator may have plans of their own, which have no words here. */
export const nameOfPlan = (plan: string, { plans }: Messages['usage']): string =>
  (plans as Readonly<Record<string, string>>)[plan] ?? plan
