import { composeMail } from './compose.ts'

/** Emails to guests, who have no account: links and codes. */
export const guestTemplates = {
  'guest-invite': composeMail(['name', 'profile', 'until', 'portalToken', 'url'], {
    subject: 'Posts by {{profile}} for you to review',
    hello: 'Hello {{name}},',
    says: '{{profile}} shares posts with you before they’re published. You don’t need an account. The link works until {{until}}.',
    button: ['View posts', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Weren’t expecting this? You can ignore this email.',
  }),
  'guest-code': composeMail(['name', 'profile', 'codeToken', 'minutes', 'url'], {
    subject: 'Your code for posts by {{profile}}',
    hello: 'Hello {{name}},',
    says: `Enter this code on the page that asked for it. It expires in {{minutes}} minutes.

{{codeToken}}

Never share the code with anyone.`,
    because: 'Didn’t ask for this? Ignore this email. Without the code, no one can decide for you.',
  }),
  'guest-waiting': composeMail(['name', 'profile', 'portalToken', 'url'], {
    subject: 'Posts by {{profile}} need your approval',
    hello: 'Hello {{name}},',
    says: 'Posts by {{profile}} need your approval before they’re published.',
    button: ['Review posts', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'You get this email because {{profile}} asks you to approve posts.',
  }),
} as const
