import { composeParts } from '../compose.ts'

/** Emails about what needs a person's attention, in German. */
export const germanNoticeTemplates = {
  notice: composeParts({
    subject: '{{title}}',
    hello: 'Hallo {{name}},',
    says: `{{detail}}

> {{post}}`,
    button: ['{{action}}', '{{link}}'],
    because: '{{because}}',
    stop: '{{stop}}',
  }),
  'notice-digest': composeParts({
    subject: '{{title}}',
    hello: 'Hallo {{name}},',
    says: `{{detail}}

> {{causes}}`,
    button: ['Posthorn öffnen', '{{link}}'],
    because: 'Du erhältst diese E-Mail, weil du diese Beiträge geschrieben hast oder ihre Marken verwaltest.',
    stop: 'Diese E-Mails ausschalten',
  }),
} as const
