import { plural } from '../../plural.ts'

/** The texts of replies that wait for an approval. */
export const approvals = {
  show: 'Waiting for approval',
  ask: 'Ask for approval',
  asked: (name: string) => `Your reply to ${name} needs approval`,
  notAsked: 'Couldn’t ask for approval',
  waiting: 'Waiting for approval',
  waitsIn: (step: string) => `Waiting for approval: ${step}`,
  given: (given: number, required: number) => `${given} of ${required} approvals`,
  by: (names: string) => `Can approve: ${names}.`,
  noOne: 'No one can approve it. Ask an admin to add someone who didn’t write it.',
  byProgram: 'Written by a program',
  writtenBy: (name: string) => `${name} wrote this`,
  approve: 'Approve',
  approveAnyway: 'Approve anyway',
  approveAndKeep: 'Approve, keep the other',
  approveAndWithdraw: 'Approve, withdraw the other',
  notApproved: 'Couldn’t approve the reply',
  reject: 'Reject',
  reason: 'Reason',
  reasonHint: 'The author sees it.',
  cancel: 'Cancel',
  notRejected: 'Couldn’t reject the reply',
  rejected: (name: string) => `Rejected by ${name}`,
  rejectedByOther: 'Rejected',
  change: 'Change',
  changed: 'Text of the reply',
  save: 'Save and ask again',
  notSaved: 'Couldn’t change the reply',
  withdraw: 'Withdraw',
  isAnswered: 'Someone has replied since this was written.',
  newItems: (count: number) =>
    `${plural('en', count, { one: 'new comment', other: 'new comments' })} since this was written.`,
  isGone: 'The comment is no longer stored, so this can’t be sent.',
  alsoWaiting: 'Another reply to this comment waits, too.',
  row: 'Reply needs approval',
}

/** The texts of notes and labels of conversations. */
export const notes = {
  add: 'Add note',
  label: 'Note for your team',
  cancel: 'Cancel',
  noteBy: (name: string) => `Note by ${name}`,
  former: 'Former member',
  delete: 'Delete note',
  deleteOf: (name: string) => `Delete the note by ${name}`,
  notDeleted: 'Couldn’t delete the note',
  labels: 'Labels',
  anyLabel: 'All labels',
}
