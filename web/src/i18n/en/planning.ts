const willBeHeld = (count: number): string =>
  count === 0
    ? 'No post is planned then.'
    : count === 1
      ? '1 planned post will be held.'
      : `${count} planned posts will be held.`

export const calendar = {
  title: 'Calendar',
  view: 'View',
  views: { month: 'Month', week: 'Week', list: 'List' },
  today: 'Today',
  previous: { month: 'Month before', week: 'Week before', list: 'Month before' },
  next: { month: 'Next month', week: 'Next week', list: 'Next month' },
  more: (count: number) => `+${count} more`,
  empty: 'Nothing is planned here',
  emptyLead: 'Write a post and give it a time, and it stands here.',
  earlierDays: 'Earlier days',
  newHere: 'Write a post for this day',
  dayHolds: (day: string, count: number) =>
    count === 0 ? `${day}, no posts` : count === 1 ? `${day}, 1 post` : `${day}, ${count} posts`,
  notMoved: 'The post was not moved.',
  inThePast: 'This time has passed. Choose a later one.',
  moved: (when: string) => `Moved to ${when}`,
  newTime: 'New time',
  repeats: 'Repeats',
  now: (time: string) => `Now, ${time}`,
  carrying: (when: string) => `${when}. Arrows move the post, Enter puts it down, Escape leaves it where it was.`,
  keys: {
    month: 'Arrow keys walk through the days, C writes a post, M on a post picks it up to move it.',
    week: 'Arrow keys walk through the days. M on a post picks it up: up and down move it by a quarter of an hour.',
  },
  bands: {
    title: 'What to plan around',
    everything: 'This brand',
    grant: (when: string | null, count: number) =>
      `${when ? `ends ${when}.` : 'cannot publish now.'} ${willBeHeld(count)}`,
    quota: (when: string | null, until: string, count: number) =>
      `has no room left in its quota ${when ? `from ${when} ` : ''}until ${until}. ${
        count === 1 ? '1 planned post waits' : `${count} planned posts wait`
      } until then.`,
    plan: (when: string | null, count: number, requiredPlan: string | null) =>
      `${when ? `Your plan ends ${when}, and this brand becomes read-only.` : 'This brand is over the plan of its owner.'} ${willBeHeld(count)}${
        requiredPlan ? ` The plan ${requiredPlan} has room for it.` : ''
      }`,
    forward: (when: string, from: string, to: string) =>
      `Clocks go forward: ${when}. The time from ${from} to ${to} is left out.`,
    back: (when: string, from: string, to: string) =>
      `Clocks go back: ${when}. The time from ${from} to ${to} comes twice.`,
    short: {
      grant: (name: string, time: string | null) => (time ? `${name} ends ${time}` : `${name} is held`),
      quota: (name: string, time: string | null) => (time ? `${name} is full ${time}` : `${name} is full`),
      plan: (_: string, time: string | null) => (time ? `Plan ends ${time}` : 'Over the plan'),
      forward: 'Clocks go forward',
      back: 'Clocks go back',
    },
    ways: { grant: 'Reconnect', quota: 'Rehearse the week', plan: 'See the plan', clock: 'See the hours' },
  },
  menu: 'More for the calendar',
  feed: {
    open: 'Subscribe in a calendar program…',
    title: 'Your plan in a calendar program',
    lead: 'Google, Apple and Outlook calendars can subscribe to an address and show every planned post.',
    create: 'Make an address',
    address: 'Address',
    once: 'Copy it now: it is shown only once. Whoever has it can read your plan.',
    made: (when: string) => `Made ${when}`,
    revoke: 'Revoke',
  },
}

export const queue = {
  title: 'Queue',
  lead: 'Everything that goes out next, in its order.',
  byAccount: 'By account',
  allAccounts: 'All accounts',
  underWay: 'On its way',
  count: (count: number) => `${count} posts`,
  empty: 'Nothing is waiting to go out',
  emptyLead: 'Write a post and give it a time, or publish it at once.',
  emptyWithDrafts: (count: number) =>
    count === 1 ? 'One draft could fill the gap.' : `${count} drafts could fill the next days.`,
  planDrafts: (count: number) => (count === 1 ? 'Plan 1 draft' : `Plan ${count} drafts`),
  allScheduled: 'Show all scheduled posts',
  look: 'Have a look',
  tryNow: 'Try now',
  plan: {
    title: 'Plan your drafts',
    lead: 'Each draft gets the next free time. Nothing is scheduled until you say so.',
    perDay: 'Posts a day',
    from: 'First day',
    slots: 'Times of day',
    noSlots: 'Without times of your own, your best times are used, or times spread over the day.',
    newSlot: 'Another time of day',
    addSlot: 'Add time',
    notAdded: 'Add this time, or clear it.',
    removeSlot: (time: string) => `Remove ${time}`,
    drafts: 'Drafts and their times',
    apply: (count: number) => (count === 1 ? 'Schedule 1 post' : `Schedule ${count} posts`),
    done: (count: number) => (count === 1 ? '1 post is scheduled' : `${count} posts are scheduled`),
  },
}

export const recurring = {
  title: 'Recurring posts',
  lead: 'A post that goes out again and again: the weekly special, the opening hours.',
  create: 'Repeat a post',
  editTitle: 'Change the schedule',
  empty: 'Nothing repeats yet',
  emptyLead: 'Pick a post and a rhythm. Each time, Posthorn publishes a fresh copy of it.',
  status: { active: 'Active', paused: 'Paused', ended: 'Ended', cancelled: 'Deleted' },
  next: (when: string, distance: string) => `Next: ${when}, ${distance}`,
  runs: (count: number) => (count === 1 ? 'went out once' : `went out ${count} times`),
  neverRan: 'not out yet',
  inZone: (zone: string) => `${zone} time`,
  templateGone: 'The post that was repeated is gone.',
  nextRuns: 'Next times',
  noRuns: 'This schedule has no more times.',
  skip: 'Skip',
  move: 'Move…',
  moveTitle: 'Move this one time',
  restore: 'As planned again',
  skipped: 'left out',
  moved: (from: string) => `moved from ${from}`,
  runActions: (when: string) => `Change ${when}`,
  actions: (name: string) => `Actions for “${name}”`,
  edit: 'Change schedule',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Delete',
  removeTitle: 'Delete this schedule?',
  removeLead: 'The post goes out no more by itself. What it has published stays.',
  failed: 'The schedule was not changed.',
  openPost: 'Open the post',
  form: {
    post: 'Post',
    postHint: 'Each time, a copy of this post as it is then goes out. You can edit it whenever you like.',
    noPosts: 'There is no post to repeat yet. Write one and save it as a draft.',
    name: 'Name',
    nameHint: 'Optional. For example “Monday greeting”.',
    zone: 'Time zone',
    ownZone: (zone: string) => `Mine${zone && ` (${zone})`}, also when I change it`,
    authorsZone: (zone: string) => `Its author’s${zone && ` (${zone})`}, also when they change it`,
    end: 'Ends',
    ends: { never: 'Never', date: 'On a date', count: 'After a number of times' },
    endAt: 'Last day',
    maxRuns: 'Number of times',
    preview: 'It goes out',
    start: 'Start repeating',
  },
}

export const rehearsal = {
  open: 'Rehearse the week',
  title: 'Rehearsal',
  lead: 'What your plan comes to, before it happens. Nothing is sent.',
  span: 'Days to rehearse',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  empty: 'Nothing is planned in these days',
  emptyLead: 'Schedule a post, and see here when it goes out and what stands in its way.',
  verdicts: { on_time: 'On time', later: 'Later', stopped: 'Would not go out' },
  goesOut: (when: string) => `Goes out ${when}`,
  ends: (when: string) =>
    `The sign-in of this account ends ${when}, so the post will be held. Connect it again before.`,
  more: 'More posts are planned in these days. The first 200 are shown.',
  limits:
    'Calculated from the limits of the networks, what is out already, and your accounts as they are now. A network that fails, or refuses, cannot be foreseen.',
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
    weekly: 'On certain weekdays',
    monthly: 'Once a month',
    cron: 'My own cron expression',
  },
  every: 'Every',
  minute: 'At minute',
  weekdays: 'On these days',
  monthDay: 'Day of the month',
  shortMonths: 'Months without this day are left out.',
  time: 'At',
  cron: 'Cron expression',
  cronHint: 'Five fields: minute, hour, day of month, month, weekday. For example 30 8 * * MON-FRI.',
}
