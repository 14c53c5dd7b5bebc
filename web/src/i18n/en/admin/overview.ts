import { plural } from '../../plural.ts'

/** The overview of the administration. */
export const overview = {
  none: 'Nothing yet',
  oldest: (when: string) => `Oldest due ${when}`,
  published: 'Published in 24 hours',
  ofPosts: (count: string) => `${count} went out`,
  lateness: 'Lateness, 99th percentile',
  half: (time: string) => `Half within ${time}`,
  queue: 'Waiting to go out',
  webhooks: 'Webhooks in 24 hours',
  waiting: (count: string) => `${count} waiting`,
  users: 'Users',
  newUsers: (count: string) => `${count} new this week`,
  database: 'Database',
  byNetwork: 'By network, in 24 hours',
  nothingOut: 'Nothing went out in the last 24 hours.',
  outOf: (published: string, failed: string) => `${published} out, ${failed} not`,
  nodes: 'Processes',
  room: (disk: string, memory: string) => `${disk} free · ${memory} memory`,
  silent: (when: string) => `Silent since ${when}`,
  alive: 'Running',
}

/** The numbers of those who run Posthorn for others. */
export const business = {
  lastDays: (days: number) =>
    days === 365 ? 'Last year' : `Last ${plural('en', days, { one: 'day', other: 'days' })}`,
  funnel: {
    title: 'How far new users come',
    lead: 'Of those who signed up in the period.',
    nobody: 'Nobody signed up in this period.',
    steps: {
      signedUp: 'Signed up',
      verified: 'Confirmed their address',
      connected: 'Connected an account',
      firstPost: 'Wrote a post',
      firstPublished: 'Published a post',
      week2: 'Wrote in their second week',
    },
  },
  feedback: {
    title: 'Why users leave',
    lead: 'What they said when they cancelled in the period.',
    nobody: 'Nobody cancelled in this period.',
    comments: 'In their words',
    reasons: {
      too_expensive: 'Too expensive',
      missing_feature: 'Something is missing',
      unreliable: 'Not reliable enough',
      too_difficult: 'Too difficult',
      unused: 'Not used',
      other: 'Something else',
    },
  },
  retention: {
    title: 'Who stays',
    lead: 'By week of sign-up: the percentage of users who wrote a post in their first week, in their second, and so on.',
    nobody: 'Nobody signed up in the last twelve weeks.',
    corner: 'Week of',
    cell: (week: number, share: string, users: number) => `Week ${week}: ${share} of ${users}`,
  },
  plans: {
    title: 'What plans are worth',
    lead: 'From the time that users have had each plan, and its price a month. In the currency of your prices.',
    plan: 'Plan',
    price: 'Price',
    users: 'Users',
    months: 'Months on average',
    revenue: 'Revenue',
    worth: 'For each user',
  },
}
