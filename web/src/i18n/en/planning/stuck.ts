export const stuck = {
  title: 'This takes longer than usual',
  lead: (when: string) =>
    `The post has been on its way since ${when}. The report says what it waits for and what happens next.`,
  open: 'Open report',
  report: 'Report on a post that takes long',
  known: 'What is known',
  next: 'What happens next',
  since: (status: string, when: string) => `${status} since ${when}`,
  steps: (count: number) =>
    count === 0 ? 'No step is done yet.' : count === 1 ? '1 step is done.' : `${count} steps are done.`,
  last: (when: string) => `The last one ended ${when}.`,
  attempts: (count: number) => (count === 1 ? '1 attempt so far.' : `${count} attempts so far.`),
  looksFor: (network: string) =>
    `The answer of ${network} was lost. Posthorn looks for the post there before it sends anything again.`,
  triesAt: (when: string) => `Posthorn tries again ${when}.`,
  waits: 'Posthorn goes on as soon as that has changed.',
  works: 'A call is being made. If it gets no answer, Posthorn looks for the post before it tries again.',
  queued: 'Its turn comes as soon as a worker is free. Posthorn looks for due posts all the time.',
  copy: 'Report as text',
  send: 'Send to the operator',
  sendLead: 'Opens a support ticket that says how far each account is and what it waits for.',
  sent: 'The operator has the report.',
  post: 'Post',
}
