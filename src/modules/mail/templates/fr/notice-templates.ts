import { composeFrench } from './compose-french.ts'

/** Emails about what needs a person's attention, in French. */
export const frenchNoticeTemplates = {
  notice: composeFrench({
    subject: '{{title}}',
    hello: 'Bonjour {{name}},',
    says: `{{detail}}

> {{post}}`,
    button: ['{{action}}', '{{link}}'],
    because: '{{because}}',
    stop: '{{stop}}',
  }),
  'notice-digest': composeFrench({
    subject: '{{title}}',
    hello: 'Bonjour {{name}},',
    says: `{{detail}}

> {{causes}}`,
    button: ['Ouvrir Posthorn', '{{link}}'],
    because: 'Vous recevez cet e-mail parce que vous avez écrit ces publications ou gérez leurs marques.',
    stop: 'Désactiver ces e-mails',
  }),
} as const
