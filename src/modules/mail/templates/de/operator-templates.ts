import { composeParts } from '../compose.ts'

const hello = 'Hallo {{name}},'
const isAdministrator = 'Du erhältst diese E-Mail, weil du Serveradministrator bist.'

/** Emails about the installation in German: to its administrators, and from them to users. */
export const germanOperatorTemplates = {
  'alert-raised': composeParts({
    subject: 'Posthorn-Warnung ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

Unter Administration › Warnungen kannst du sie bestätigen oder deine Benachrichtigungen ändern.`,
    button: ['Warnungen ansehen', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'alert-closed': composeParts({
    subject: 'Posthorn-Warnung behoben ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

Das Problem ist behoben. Du musst nichts tun.`,
    button: ['Warnungen ansehen', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'ticket-answered': composeParts({
    subject: 'Deine Meldung zu {{subject}}',
    hello,
    says: `Du hast ein Problem mit {{subject}} gemeldet. Unsere Antwort:

> {{answer}}`,
    button: ['Posthorn öffnen', '{{url}}/auth/sign-in'],
    because: 'Du erhältst diese E-Mail, weil du ein Problem gemeldet hast.',
  }),
} as const
