export const calendar = {
  title: 'Calendar',
  today: 'Today',
  previous: 'Earlier',
  next: 'Later',
  month: 'Month',
  week: 'Week',
  list: 'List',
  more: (count: number) => `${count} more`,
  empty: 'Nothing is planned here.',
  newHere: 'Write a post for this day',
}
