export const home = {
  title: 'Home',
  starter: {
    title: 'Three steps to your first post',
    connect: 'Connect an account',
    connectLead: 'Pick a network. In the sandbox, this takes one click.',
    write: 'Write a post',
    writeLead: 'One text, adapted for each network.',
    watch: 'Watch it go out',
    watchLead: 'Each network shows every step, live.',
    dismiss: 'Hide these steps',
  },
  needsYou: 'Needs you',
  allWell: 'All is well. Nothing needs you.',
  next: 'Next to go out',
  nothingNext: 'Nothing is scheduled.',
  recent: 'Just published',
  nothingRecent: 'Nothing has been published yet.',
}
