import { templateFromText } from './template-from-text.ts'

/** Mails about the installation: to the people who run it, and from them to users. */
export const operatorTemplates = {
  'alert-raised': templateFromText(
    ['name', 'kind', 'severity', 'message', 'url'],
    'Posthorn alert ({{severity}}): {{kind}}',
    `Hello {{name}},

Posthorn at {{url}} has raised an alert:

{{message}}

You can acknowledge it, and choose which alerts are mailed to you, in the administration.
`,
  ),
  'alert-closed': templateFromText(
    ['name', 'kind', 'severity', 'message', 'url'],
    'Posthorn alert over ({{severity}}): {{kind}}',
    `Hello {{name}},

The cause of an alert of Posthorn at {{url}} has passed:

{{message}}

Nothing is left to do.
`,
  ),
  'ticket-answered': templateFromText(
    ['name', 'subject', 'answer', 'url'],
    'Your report about {{subject}}',
    `Hello {{name}},

You reported a problem with {{subject}} on Posthorn at {{url}}. The answer:

{{answer}}
`,
  ),
} as const
