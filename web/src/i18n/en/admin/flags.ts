/** The features that can be turned on and off. */
export const flags = {
  known: {
    'member-invites': {
      name: 'Invitations to brands',
      about: 'Admins of a brand may invite members. Invitations that are out stay valid when it is off.',
    },
  },
  onFor: 'On for',
  reach: {
    all: { name: 'Everyone' },
    some: { name: 'Some users' },
    nobody: { name: 'Nobody' },
  },
  percentage: 'Share in percent',
  percentageHint: 'A larger share keeps the users of a smaller one. Empty: only the users below.',
  plans: 'Of the plans',
  plansHint: 'Separated by commas. Empty: of all plans.',
  users: 'And these users',
  usersHint: 'User IDs, one per line. You can find them on the Users page.',
  changed: (when: string) => `Changed ${when} by`,
  byApi: 'The rules of this flag were written by the API and say more than this page can show:',
}
