/** The pages of a profile, by the end of their address. */
export const pages = [
  '',
  '/calendar',
  '/calendar?view=week',
  '/queue',
  '/posts',
  '/media',
  '/recurring',
  '/compose',
  '/connections',
  // The other pages of analytics are opened full of numbers, in analytics.test.ts.
  '/analytics',
  '/analytics/posts',
  '/analytics/best-times',
  '/analytics/compare',
  '/settings',
  '/settings/account',
  '/settings/usage',
  '/settings/activity',
  '/settings/members',
  '/settings/api-keys',
  '/settings/webhooks',
] as const
