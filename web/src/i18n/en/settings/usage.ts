export const usage = {
  plan: (name: string) => `Plan: ${name}`,
  planLead: 'What your plan allows, and what you use of it.',
  unlimited: 'unlimited',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  resets: (when: string) => `Starts again ${when}`,
  names: {
    profiles: 'Brands',
    accountsPerProfile: 'Accounts on one brand',
    aiCaptionsPerMonth: 'Written captions this month',
    analyticsRetentionDays: 'Days that numbers are kept',
    storageBytes: 'Storage',
    webhookEndpoints: 'Webhooks',
  },
}
