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
