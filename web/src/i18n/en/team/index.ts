import { plural } from '../../plural.ts'

/** The texts of comments between colleagues. They load with the card on a post’s page. */
export const team = {
  title: 'Team comments',
  lead: 'Members of this brand read these. Clients with a share link can’t.',
  label: 'Write to your team',
  hint: 'Only your team can read this. Type @ to mention someone.',
  send: 'Send',
  save: 'Save',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  replyLabel: 'Reply to your team',
  resolve: 'Resolve',
  resolveOf: (name: string) => `Resolve ${name}’s thread`,
  reopen: 'Reopen',
  reopenOf: (name: string) => `Reopen ${name}’s thread`,
  resolved: (count: number) => plural('en', count, { one: 'resolved thread', other: 'resolved threads' }),
  edit: 'Edit',
  editLabel: 'Edit your comment',
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}’s comment`,
  removeTitle: 'Delete this comment?',
  removeLead: 'This can’t be undone.',
  edited: 'edited',
  deleted: 'Comment deleted',
  former: 'Former member',
  people: 'Members',
}
