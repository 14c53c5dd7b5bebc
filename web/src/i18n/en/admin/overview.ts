import { plural } from '../../plural.ts'

/** The overview of the administration. */
export const overview = {
  none: 'No data yet',
  oldest: (when: string) => `Oldest due ${when}`,
  published: 'Published, last 24 hours',
  ofPosts: (count: string) => `${count} posts`,
  lateness: 'Delay, slowest 1%',
  half: (time: string) => `Half within ${time}`,
  queue: 'Queued posts',
  webhooks: 'Webhooks, last 24 hours',
  waiting: (count: string) => `${count} pending`,
  users: 'Users',
  newUsers: (count: string) => `${count} new this week`,
  database: 'Database',
  byNetwork: 'By network, last 24 hours',
  nothingOut: 'Nothing published in the last 24 hours.',
  outOf: (published: string, failed: string) => `${published} published, ${failed} failed`,
  nodes: 'Processes',
  room: (disk: string, memory: string) => `${disk} disk free · ${memory} memory`,
  silent: (when: string) => `No heartbeat since ${when}`,
  alive: 'Running',
  next: {
    title: 'Next steps',
    networks: { name: 'Set up networks', about: 'Add the credentials of your apps to publish to the real networks.' },
    backups: { name: 'Set up backups', about: 'Keep a copy of the database and the files somewhere else.' },
    alerts: { name: 'Choose your alerts', about: 'Get an email when something needs attention.' },
    members: { name: 'Invite your team', about: 'Plan, write and approve posts together.' },
  },
}

/** The business metrics of those who run Posthorn for others. */
export const business = {
  lastDays: (days: number) =>
    days === 365 ? 'Last year' : `Last ${plural('en', days, { one: 'day', other: 'days' })}`,
  totals: {
    signedUp: 'Sign-ups',
    published: 'Published a post',
    cancelled: 'Cancellations',
    revenue: 'Revenue to date',
  },
  funnel: {
    title: 'Activation funnel',
    lead: 'Users who signed up in this period.',
    nobody: 'No sign-ups in this period.',
    steps: {
      signedUp: 'Signed up',
      verified: 'Confirmed email',
      connected: 'Connected an account',
      firstPost: 'Created a post',
      firstPublished: 'Published a post',
      week2: 'Active in week 2',
    },
  },
  feedback: {
    title: 'Cancellation reasons',
    lead: 'Reasons given when cancelling in this period.',
    nobody: 'No cancellations in this period.',
    comments: 'Comments',
    reasons: {
      too_expensive: 'Too expensive',
      missing_feature: 'Missing feature',
      unreliable: 'Not reliable enough',
      too_difficult: 'Too difficult',
      unused: 'Not using it',
      other: 'Other',
    },
  },
  retention: {
    title: 'Retention',
    lead: 'Percentage of users who created a post each week after signing up, by sign-up week.',
    nobody: 'No sign-ups in the last 12 weeks.',
    corner: 'Week of',
    cell: (week: number, share: string, users: number) => `Week ${week}: ${share} of ${users}`,
  },
  plans: {
    title: 'Revenue by plan',
    lead: 'Based on time spent on each plan and its monthly price, in your pricing currency.',
    plan: 'Plan',
    price: 'Price',
    users: 'Users',
    months: 'Average months',
    revenue: 'Revenue',
    worth: 'Per user',
  },
}
