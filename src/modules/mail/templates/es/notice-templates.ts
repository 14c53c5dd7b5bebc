import { composeParts } from '../compose.ts'

/** Emails about what needs a person's attention, in Spanish. */
export const spanishNoticeTemplates = {
  notice: composeParts({
    subject: '{{title}}',
    hello: 'Hola, {{name}}:',
    says: `{{detail}}

> {{post}}`,
    button: ['{{action}}', '{{link}}'],
    because: '{{because}}',
    stop: '{{stop}}',
  }),
  'notice-digest': composeParts({
    subject: '{{title}}',
    hello: 'Hola, {{name}}:',
    says: `{{detail}}

> {{causes}}`,
    button: ['Abrir Posthorn', '{{link}}'],
    because: 'Recibes este correo porque escribiste estas publicaciones o administras sus marcas.',
    stop: 'Desactivar estos correos',
  }),
} as const
