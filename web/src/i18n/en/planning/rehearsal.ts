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
