/** The limits of a plan. Null is unlimited; 0 means that the plan does not include the feature. */
export interface Plan {
  readonly profiles: number | null
  readonly accountsPerProfile: number | null
  readonly aiCaptionsPerMonth: number | null
  readonly analyticsRetentionDays: number | null
  readonly webhookEndpoints: number | null
  /** Bytes of all files in the library. */
  readonly storageBytes: number | null
  readonly shareLinks: boolean
  readonly chatCodes: boolean
  readonly priceCents: number
}

/** The plans from the lowest to the highest. A refusal recommends the first plan that has what the user needs. */
export type Plans = ReadonlyMap<string, Plan>

const gib = 1024 ** 3

export const planTable: Plans = new Map(
  Object.entries({
    free: {
      profiles: 1,
      accountsPerProfile: 3,
      aiCaptionsPerMonth: 10,
      analyticsRetentionDays: 30,
      webhookEndpoints: 0,
      storageBytes: gib,
      shareLinks: false,
      chatCodes: false,
      priceCents: 0,
    },
    starter: {
      profiles: 3,
      accountsPerProfile: 6,
      aiCaptionsPerMonth: 100,
      analyticsRetentionDays: 90,
      webhookEndpoints: 0,
      storageBytes: 10 * gib,
      shareLinks: false,
      chatCodes: false,
      priceCents: 900,
    },
    pro: {
      profiles: 10,
      accountsPerProfile: 12,
      aiCaptionsPerMonth: 500,
      analyticsRetentionDays: 365,
      webhookEndpoints: 3,
      storageBytes: 100 * gib,
      shareLinks: true,
      chatCodes: true,
      priceCents: 2_900,
    },
    max: {
      profiles: null,
      accountsPerProfile: null,
      aiCaptionsPerMonth: 5_000,
      analyticsRetentionDays: 730,
      webhookEndpoints: null,
      storageBytes: null,
      shareLinks: true,
      chatCodes: true,
      priceCents: 9_900,
    },
  } satisfies Record<string, Plan>),
)
