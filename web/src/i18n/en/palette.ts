export const palette = {
  open: 'Search and go',
  label: 'Go to a page, do something, or find a post',
  none: 'Nothing found.',
  groups: { places: 'Go to', actions: 'Do', profiles: 'Brands', posts: 'Posts' },
  actions: { light: 'Use the light appearance', dark: 'Use the dark appearance', keys: 'Show the keys' },
  keys: {
    title: 'Keys',
    lead: 'They work while you are not typing.',
    palette: 'Search and go',
    compose: 'Write a new post',
    help: 'Show the keys',
    search: 'Search, on pages that have a search',
    today: 'Today, in the calendar',
    months: 'The month before and after, in the calendar',
    close: 'Close what is open',
  },
}
