import { plural } from '../../plural.ts'

export const steps = {
  label: 'Steps',
  status: { approved: 'Approved', rejected: 'Rejected', current: 'Next', later: 'Later' },
  canApprove: (names: string) => `Can approve now: ${names}.`,
  submit: (names: string, step?: string) =>
    step === undefined ? `Can approve: ${names}.` : `First approval: ${step} (${names}).`,
  more: (count: number) => `${count} more`,
  noOne: 'No one can approve this post. Ask an admin to add someone who didn’t write it.',
  leftToOwner: 'No one else in this step can.',
  settings: {
    title: 'Approvals',
    lead: 'Posts publish only after enough people approve them. Any edit needs approval again.',
    count: 'Required approvals',
    countHint: 'Set to 0 to turn approvals off.',
    role: 'Minimum role to approve',
    stepsRole: 'Minimum role to change the steps',
    replies: 'Inbox replies that need approval',
    repliesThat: { none: 'None', programs: 'Those by API keys and apps', all: 'All' },
    left: 'Someone who can no longer approve',
    inSteps: 'Approve in steps',
    inStepsHint: 'One person per step approves, in this order. No one approves two steps.',
    step: (no: number) => `Step ${no}`,
    stepName: 'Name',
    stepNames: ['Team', 'Client'],
    stepRoles: 'Roles that can approve',
    stepPeople: 'Members who can approve',
    add: 'Add step',
    remove: (name: string) => `Remove ${name}`,
    move: { up: (name: string) => `Move ${name} up`, down: (name: string) => `Move ${name} down` },
    moved: (name: string, no: number, total: number) => `${name} is step ${no} of ${total}.`,
    willWait: (count: number) =>
      count === 0
        ? 'No posts are scheduled. New ones will need approval.'
        : `${plural('en', count, { one: 'scheduled post', other: 'scheduled posts' })} will need approval to publish on time.`,
    changed: 'Scheduled posts keep their approvals of steps that stay. New steps must approve them too.',
    turnedOff: 'Posts waiting for approval will publish at their time.',
  },
}
