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
