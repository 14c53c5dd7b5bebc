import { composeFrench } from './compose-french.ts'

/** The roles of a profile, as the pages name them. */
export const frenchRoles: Readonly<Record<string, string>> = {
  admin: 'Administrateur',
  approver: 'Approbateur',
  editor: 'Éditeur',
  contributor: 'Contributeur',
  viewer: 'Lecteur',
}

const stop = 'Désactiver ces e-mails'

/** Emails between people who work together, in French. */
export const frenchPeopleTemplates = {
  welcome: composeFrench({
    subject: 'Bienvenue dans Posthorn',
    hello: 'Bonjour {{name}},',
    says: 'Votre compte est prêt. Créez une marque, connectez ses comptes et rédigez votre première publication.',
    button: ['Ouvrir Posthorn', '{{url}}'],
    because: 'Vous recevez cet e-mail parce que vous avez un compte Posthorn.',
  }),
  'sign-up-invite': composeFrench({
    subject: 'Votre invitation à Posthorn',
    says: 'Vous êtes invité à créer un compte Posthorn avec cette adresse. Le lien sert une fois et expire dans {{days}} jours.',
    button: ['Créer un compte', '{{url}}/auth/sign-up#{{inviteToken}}'],
    api: 'Votre code :\n\n{{inviteToken}}\n\nEnvoyez-le comme « inviteToken » à POST {{url}}/v1/auth/sign-up.',
    because: 'Vous ne vous y attendiez pas ? Ignorez cet e-mail. Aucun compte n’existe avant que vous le créiez.',
  }),
  'profile-invite': composeFrench({
    subject: 'Votre invitation à {{profile}} sur Posthorn',
    says: `{{inviter}} vous invite à rejoindre {{profile}}. Votre rôle : {{role}}.

Connectez-vous avec cette adresse, ou créez un compte avec elle. Le lien sert une fois, jusqu’au {{until}}.`,
    button: ['Accepter l’invitation', '{{url}}/auth/invite#{{inviteToken}}'],
    api: 'Votre code :\n\n{{inviteToken}}\n\nEnvoyez-le comme « token » à POST {{url}}/v1/profiles/invites/accept.',
    because: 'Vous ne vous y attendiez pas ? Ignorez cet e-mail. Personne ne saura si vous avez un compte.',
  }),
  'approval-requested': composeFrench({
    subject: 'Approbation requise : une publication pour {{profile}}',
    hello: 'Bonjour {{name}},',
    says: `{{by}} demande votre approbation pour cette publication. Sans elle, rien n’est publié.

> {{post}}

> {{note}}`,
    button: ['Vérifier la publication', '{{link}}'],
    because: 'Vous recevez cet e-mail parce que vous approuvez les publications de {{profile}}.',
    stop,
  }),
  'approval-decided': composeFrench({
    subject: 'Votre publication pour {{profile}} a été vérifiée',
    hello: 'Bonjour {{name}},',
    says: `{{by}} a vérifié votre publication. {{outcome}}

> {{post}}`,
    button: ['Voir la publication', '{{link}}'],
    because: 'Vous recevez cet e-mail parce que vous avez écrit cette publication.',
    stop,
  }),
  'guest-invite': composeFrench({
    subject: 'Publications de {{profile}} à relire',
    hello: 'Bonjour {{name}},',
    says: '{{profile}} vous montre des publications avant leur parution. Vous n’avez pas besoin de compte. Le lien fonctionne jusqu’au {{until}}.',
    button: ['Voir les publications', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Vous ne l’attendiez pas ? Ignorez cet e-mail.',
  }),
  'guest-code': composeFrench({
    subject: 'Votre code pour les publications de {{profile}}',
    hello: 'Bonjour {{name}},',
    says: `Saisissez ce code sur la page qui le demande. Il expire dans {{minutes}} minutes.

{{codeToken}}

Ne communiquez ce code à personne.`,
    because: 'Vous ne l’avez pas demandé ? Ignorez cet e-mail. Sans ce code, personne ne peut décider à votre place.',
  }),
  'guest-waiting': composeFrench({
    subject: 'Des publications de {{profile}} attendent votre accord',
    hello: 'Bonjour {{name}},',
    says: 'Des publications de {{profile}} attendent votre accord avant leur parution.',
    button: ['Relire les publications', '{{url}}/v1/portal/{{portalToken}}'],
    because: 'Vous recevez cet e-mail parce que {{profile}} vous demande d’approuver des publications.',
  }),
} as const
