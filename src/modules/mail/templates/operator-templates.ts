import { templateFromText } from './template-from-text.ts'

/** Mails about the installation: to the people who run it, and from them to users. */
export const operatorTemplates = {
  'alert-raised': templateFromText(
    ['name', 'kind', 'severity', 'message', 'url'],
    'Posthorn alert ({{severity}}): {{kind}}',
    `Hello {{name}},

Posthorn at {{url}} reports:

{{message}}

In the administration you can acknowledge alerts, and choose which ones are mailed to you.
`,
  ),
  'alert-closed': templateFromText(
    ['name', 'kind', 'severity', 'message', 'url'],
    'Posthorn alert over ({{severity}}): {{kind}}',
    `Hello {{name}},

Posthorn at {{url}} reports that this has passed:

{{message}}

No further action is needed.
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
