export const approvals = {
  title: 'Approval',
  lead: (given: number, required: number) => `${given} of ${required} given`,
  status: {
    not_required: 'Not needed',
    needed: 'Needed before it goes out',
    requested: 'Asked for',
    approved: 'Approved',
    rejected: 'Sent back',
  },
  request: 'Ask for approval',
  approve: 'Approve',
  reject: 'Send back',
  rejectTitle: 'Send the post back?',
  rejectLead: 'It becomes a draft again, and its author is told why.',
  reason: 'Reason',
  decided: {
    approved: (when: string) => `Approved ${when}`,
    rejected: (when: string) => `Sent back ${when}`,
  },
  outdated: '(the post has changed since)',
  settings: {
    title: 'Approvals',
    lead: 'Posts wait until enough people have approved them as they are. Any later change asks again.',
    count: 'People who must approve',
    countHint: '0 turns approvals off.',
    role: 'Lowest role that may approve',
  },
}
