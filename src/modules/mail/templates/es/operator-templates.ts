import { composeParts } from '../compose.ts'

const hello = 'Hola, {{name}}:'
const isAdministrator = 'Recibes este correo porque administras este servidor.'

/** Emails about the installation in Spanish: to its administrators, and from them to users. */
export const spanishOperatorTemplates = {
  'alert-raised': composeParts({
    subject: 'Alerta de Posthorn ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

Confírmala, o cambia tus correos de alerta, en Administración › Alertas.`,
    button: ['Ver alertas', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'alert-closed': composeParts({
    subject: 'Alerta de Posthorn resuelta ({{severity}}): {{kind}}',
    hello,
    says: `> {{message}}

Ya está resuelta. No hace falta que hagas nada.`,
    button: ['Ver alertas', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'ticket-answered': composeParts({
    subject: 'Tu informe sobre {{subject}}',
    hello,
    says: `Nos informaste de un problema con {{subject}}. Esta es nuestra respuesta:

> {{answer}}`,
    button: ['Abrir Posthorn', '{{url}}/auth/sign-in'],
    because: 'Recibes este correo porque nos informaste de un problema.',
  }),
} as const
