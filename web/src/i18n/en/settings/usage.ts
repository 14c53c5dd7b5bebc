export const usage = {
  plan: (name: string) => `${name} plan`,
  plans: { free: 'Free', starter: 'Starter', pro: 'Pro', max: 'Max' },
  planLead: 'What your plan includes, and how much of it you use.',
  unlimited: 'unlimited',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  resets: (when: string) => `Resets ${when}`,
  names: {
    profiles: 'Brands',
    accountsPerProfile: 'Accounts on one brand',
    aiCaptionsPerMonth: 'Suggested texts this month',
    analyticsRetentionDays: 'Days of analytics history',
    storageBytes: 'Storage',
    webhookEndpoints: 'Webhooks',
  },
}
