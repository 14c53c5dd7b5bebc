import { composeFrench } from './compose-french.ts'

const hello = 'Bonjour {{name}},'
const isAdministrator = 'Vous recevez cet e-mail parce que vous administrez ce serveur.'

/** Emails about the installation in French: to its administrators, and from them to users. */
export const frenchOperatorTemplates = {
  'alert-raised': composeFrench({
    subject: 'Alerte Posthorn ({{severity}}) : {{kind}}',
    hello,
    says: `> {{message}}

Sous Administration › Alertes, vous pouvez la prendre en charge et choisir celles que vous recevez par e-mail.`,
    button: ['Voir les alertes', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'alert-closed': composeFrench({
    subject: 'Alerte Posthorn résolue ({{severity}}) : {{kind}}',
    hello,
    says: `> {{message}}

C’est résolu. Vous n’avez rien à faire.`,
    button: ['Voir les alertes', '{{url}}/admin/alerts'],
    because: isAdministrator,
  }),
  'ticket-answered': composeFrench({
    subject: 'Votre signalement sur {{subject}}',
    hello,
    says: `Vous avez signalé un problème avec {{subject}}. Notre réponse :

> {{answer}}`,
    button: ['Ouvrir Posthorn', '{{url}}/auth/sign-in'],
    because: 'Vous recevez cet e-mail parce que vous avez signalé un problème.',
  }),
} as const
