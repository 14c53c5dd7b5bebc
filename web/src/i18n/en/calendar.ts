export const calendar = {
  title: 'Calendar',
  today: 'Today',
  previous: 'Earlier',
  next: 'Later',
  month: 'Month',
  list: 'List',
  more: (count: number) => `${count} more`,
  empty: 'Nothing is planned here.',
  newHere: 'Write a post for this day',
  notMoved: 'The post was not moved.',
  moved: (when: string) => `Moved to ${when}`,
  newTime: 'New time',
}
