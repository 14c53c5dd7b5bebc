import { plural } from '../plural.ts'

const willBeHeld = (count: number): string =>
  count === 0
    ? 'No posts are scheduled then.'
    : count === 1
      ? '1 scheduled post will be put on hold.'
      : `${count} scheduled posts will be put on hold.`

export const calendar = {
  title: 'Calendar',
  view: 'View',
  views: { month: 'Month', week: 'Week', list: 'List' },
  today: 'Today',
  previous: { month: 'Previous month', week: 'Previous week', list: 'Previous month' },
  next: { month: 'Next month', week: 'Next week', list: 'Next month' },
  more: (count: number) => `+${count} more`,
  empty: 'Nothing scheduled',
  emptyLead: 'Schedule a post to see it here.',
  earlierDays: 'Earlier days',
  newHere: 'New post on this day',
  dayHolds: (day: string, count: number) =>
    count === 0 ? `${day}, no posts` : count === 1 ? `${day}, 1 post` : `${day}, ${count} posts`,
  notMoved: 'Couldn’t move the post.',
  inThePast: 'That time has passed. Choose a later one.',
  moved: (when: string) => `Moved to ${when}`,
  newTime: 'New time',
  repeats: 'Repeats',
  now: (time: string) => `Now, ${time}`,
  carrying: (when: string) => `${when}. Arrow keys to move, Enter to drop, Esc to cancel.`,
  days: 'Days',
  week: (number: number) => `Week ${number}`,
  state: 'Status',
  anyState: 'Any status',
  states: { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published', failed: 'Needs attention' },
  quick: {
    time: 'Time',
    accounts: (count: number) => plural('en', count, { one: 'account', other: 'accounts' }),
    open: 'Open in composer',
    schedule: 'Schedule',
    scheduled: (when: string) => `Scheduled for ${when}`,
    notSaved: 'Couldn’t save the draft.',
    drafted: 'Draft saved',
  },
  bands: {
    title: 'Schedule conflicts',
    everything: 'This brand',
    grant: (when: string | null, count: number) =>
      `${when ? `loses access ${when}.` : 'can’t publish now.'} ${willBeHeld(count)}`,
    quota: (when: string | null, until: string, count: number) =>
      `is at its posting limit ${when ? `from ${when} ` : ''}until ${until}. ${
        count === 1 ? '1 scheduled post waits' : `${count} scheduled posts wait`
      } until then.`,
    plan: (when: string | null, count: number, requiredPlan: string | null) =>
      `${when ? `Your plan ends ${when}. This brand becomes read-only.` : 'This brand is over its owner’s plan limit.'} ${willBeHeld(count)}${
        requiredPlan ? ` Upgrade to ${requiredPlan} to keep publishing.` : ''
      }`,
    forward: (when: string, from: string, to: string) => `Clocks go forward ${when}. ${from}–${to} is skipped.`,
    back: (when: string, from: string, to: string) => `Clocks go back ${when}. ${from}–${to} happens twice.`,
    short: {
      grant: (name: string, time: string | null) => (time ? `${name}: access expires ${time}` : `${name} is on hold`),
      quota: (name: string, time: string | null) =>
        time ? `${name}: limit reached ${time}` : `${name}: limit reached`,
      plan: (_: string, time: string | null) => (time ? `Plan ends ${time}` : 'Over plan limit'),
      forward: 'Clocks go forward',
      back: 'Clocks go back',
    },
    ways: { grant: 'Reconnect', quota: 'Check this week', plan: 'View plan', clock: 'View times' },
  },
  menu: 'More calendar options',
  feed: {
    open: 'Subscribe in your calendar app…',
    title: 'Calendar feed',
    lead: 'See your scheduled posts in Google Calendar, Apple Calendar or Outlook.',
    create: 'Create feed link',
    address: 'Feed link',
    once: 'Copy it now. You won’t see it again. Anyone with the link can see your schedule.',
    made: (when: string) => `Created ${when}`,
    revoke: 'Revoke',
  },
}

export const queue = {
  title: 'Queue',
  summary: (count: number, hasMore: boolean, when: string) =>
    `${count}${hasMore ? '+' : ''} scheduled · next one ${when}`,
  jump: 'Jump to a date',
  fromNow: 'From now',
  later: 'Later posts',
  underWay: 'Publishing now',
  count: (count: number) => plural('en', count, { one: 'post', other: 'posts' }),
  empty: 'Your queue is empty',
  emptyLead: 'Schedule a post or publish one now.',
  emptyWithDrafts: (count: number) =>
    count === 1 ? 'You have 1 draft ready to schedule.' : `You have ${count} drafts ready to schedule.`,
  planDrafts: (count: number) => (count === 1 ? 'Schedule 1 draft' : `Schedule ${count} drafts`),
  allScheduled: 'View all scheduled posts',
  look: 'View',
  tryNow: 'Retry now',
  plan: {
    title: 'Schedule your drafts',
    lead: 'Each draft takes the next free slot. Nothing is scheduled until you confirm.',
    perDay: 'Posts per day',
    from: 'First day',
    slots: 'Time slots',
    noSlots: 'Leave empty to use your best times, or times spread over the day.',
    newSlot: 'Add a time slot',
    addSlot: 'Add time',
    notAdded: 'Add this time, or clear it.',
    removeSlot: (time: string) => `Remove ${time}`,
    drafts: 'Drafts and times',
    apply: (count: number) => (count === 1 ? 'Schedule 1 post' : `Schedule ${count} posts`),
    done: (count: number) => (count === 1 ? '1 post scheduled' : `${count} posts scheduled`),
  },
}

export const recurring = {
  title: 'Recurring posts',
  lead: 'Posts that repeat on a schedule, like a weekly special.',
  create: 'Repeat a post',
  editTitle: 'Edit schedule',
  empty: 'No recurring posts yet',
  emptyLead: 'Choose a post and how often it repeats. Posthorn publishes a new copy each time.',
  status: { active: 'Active', paused: 'Paused', ended: 'Ended', cancelled: 'Deleted' },
  next: (when: string, distance: string) => `Next: ${when}, ${distance}`,
  runs: (count: number) => (count === 1 ? 'published once' : `published ${count} times`),
  neverRan: 'not published yet',
  inZone: (zone: string) => `${zone} time`,
  templateGone: 'The original post was deleted.',
  nextRuns: 'Upcoming posts',
  noRuns: 'No more posts on this schedule.',
  skip: 'Skip',
  move: 'Reschedule…',
  moveTitle: 'Reschedule this post',
  restore: 'Restore',
  skipped: 'skipped',
  moved: (from: string) => `moved from ${from}`,
  runActions: (when: string) => `Edit ${when}`,
  actions: (name: string) => `Actions for “${name}”`,
  edit: 'Edit schedule',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Delete',
  removeTitle: 'Delete this schedule?',
  removeLead: 'It won’t be posted again. Published posts stay up.',
  failed: 'Couldn’t save the schedule.',
  openPost: 'Open post',
  form: {
    post: 'Post',
    postHint: 'Each run publishes a copy of this post as it is at that time. Edit it whenever you like.',
    noPosts: 'No posts yet. Save a draft first.',
    name: 'Name',
    nameHint: 'Optional. For example “Monday greeting”.',
    zone: 'Time zone',
    ownZone: (zone: string) => `My time zone${zone && ` (${zone})`}`,
    authorsZone: (zone: string) => `Author’s time zone${zone && ` (${zone})`}`,
    end: 'Ends',
    ends: { never: 'Never', date: 'On date', count: 'After a number of posts' },
    endAt: 'Last day',
    maxRuns: 'Number of posts',
    preview: 'Publishes',
    start: 'Start repeating',
  },
}

export const rehearsal = {
  open: 'Check this week',
  title: 'Dry run',
  lead: 'Check your schedule for problems. Nothing is sent.',
  span: 'Days to check',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  empty: 'Nothing scheduled in these days',
  emptyLead: 'Schedule a post to see when it publishes and what might block it.',
  counted: (deliveries: number, posts: number) =>
    `${plural('en', deliveries, { one: 'delivery', other: 'deliveries' })} of ${plural('en', posts, { one: 'post', other: 'posts' })}`,
  verdicts: { on_time: 'On time', later: 'Delayed', stopped: 'Blocked' },
  goesOut: (when: string) => `Publishes ${when}`,
  ends: (when: string) =>
    `Access to this account expires ${when}, so the post will be put on hold. Reconnect it before then.`,
  more: 'Showing the first 200 posts.',
  limits:
    'Based on network limits, what you’ve already published and your accounts’ current status. Network outages ' +
    'can’t be predicted.',
}

/** A schedule in words, and its fields in a form. */
export const rhythm = {
  words: {
    minutes: (every: number) => (every === 1 ? 'Every minute' : `Every ${every} minutes`),
    hours: (every: number, minute: number) =>
      `${every === 1 ? 'Every hour' : `Every ${every} hours`} at minute ${minute}`,
    daily: (time: string) => `Every day at ${time}`,
    workdays: (time: string) => `Monday to Friday at ${time}`,
    weekly: (days: string, time: string) => `Every ${days} at ${time}`,
    monthly: (day: number, time: string) => `On day ${day} of each month at ${time}`,
  },
  howOften: 'How often',
  kinds: {
    minutes: 'Every few minutes',
    hours: 'Every few hours',
    daily: 'Every day',
    workdays: 'Monday to Friday',
    weekly: 'On specific weekdays',
    monthly: 'Once a month',
    cron: 'Custom (cron)',
  },
  every: 'Every',
  minute: 'At minute',
  weekdays: 'Weekdays',
  monthDay: 'Day of the month',
  shortMonths: 'Skipped in months without this day.',
  time: 'At',
  cron: 'Cron expression',
  cronHint: 'Five fields: minute, hour, day of month, month, weekday. For example 30 8 * * MON-FRI.',
}
