import { composeMail } from './compose.ts'

const hello = 'Hello {{name}},'
const isAdministrator = 'You get this email because you’re a server administrator.'

/** Emails about the installation: to its administrators, and from them to users. */
export const operatorTemplates = {
  'alert-raised': composeMail(['name', 'kind', 'severity', 'message', 'url'], {
    subject: 'Posthorn alert ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

Acknowledge it, or change your alert emails, in Administration › Alerts.`,
    button: ['View alerts', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'alert-closed': composeMail(['name', 'kind', 'severity', 'message', 'url'], {
    subject: 'Posthorn alert resolved ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

This has been resolved. No action needed.`,
    button: ['View alerts', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'ticket-answered': composeMail(['name', 'subject', 'answer', 'url'], {
    subject: 'Your report about {{subject}}',
    hello,
    says: `You reported a problem with {{subject}}. Here’s our reply:

> {{answer}}`,
    button: ['Open Posthorn', '{{url}}/auth/sign-in'],
    because: 'You get this email because you reported a problem.',
  }),
} as const
