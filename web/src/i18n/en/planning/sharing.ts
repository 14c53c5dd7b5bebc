export const sharing = {
  title: 'Share links',
  lead: 'Show the post to people without an account, as each network will show it.',
  create: 'New share link',
  createLead: 'Whoever has the link can see the post until the link ends or you revoke it.',
  link: 'Link',
  views: (count: number) => (count === 1 ? '1 view' : `${count} views`),
  withComments: 'comments on',
  withoutComments: 'comments off',
  until: (when: string) => `works until ${when}`,
  forGood: 'does not end',
  revoke: 'Revoke',
  works: 'Works for',
  lives: { week: 'A week', month: 'A month', never: 'Until I revoke it' },
  allowComments: 'People may leave comments',
  make: 'Make the link',
  comments: 'Comments',
  fine: 'Fine by me',
  removeComment: (name: string) => `Remove the comment of ${name}`,
}

export const fanOut = {
  open: 'Make versions for other profiles…',
  title: 'Make versions for other profiles',
  lead: 'Each profile gets a draft of its own, for its own accounts. All are made, or none.',
  noOthers: 'You have no other profile yet. Add one when you run a second brand.',
  ownText: (profile: string) => `Own text for ${profile}`,
  make: (count: number) => (count === 0 ? 'Make versions' : count === 1 ? 'Make 1 version' : `Make ${count} versions`),
}

export const recycling = {
  title: 'Publish again',
  lead: 'Brings the post back every so many days, until you stop it.',
  isOn: (days: number) => `Comes back every ${days} days.`,
  days: 'Every so many days',
  variations: 'Other texts, used in turn',
  variationsHint: 'Leave an empty line between one text and the next.',
  repeatsRefused: 'X refuses a text that was posted there before. Give it other words.',
  open: 'Set it up',
  start: 'Start',
  change: 'Save',
  confirm: 'Start anyway',
  stop: 'Stop',
}
