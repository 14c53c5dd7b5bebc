import { composeFrench } from './compose-french.ts'

const hello = 'Bonjour {{name}},'
const hasAccount = 'Vous recevez cet e-mail parce que vous avez un compte Posthorn.'
const onceADay = 'Cet avertissement est envoyé au plus une fois par jour.'
const resetByApi = 'Réinitialisez votre mot de passe avec POST {{url}}/v1/auth/request-password-reset.'
const toReset = ['Réinitialiser le mot de passe', '{{url}}/auth/forgot'] as const
const toSecurity = ['Voir les clés d’accès', '{{url}}/open/settings/account/security'] as const
const toConfirm = ['Confirmer l’adresse e-mail', '{{url}}/auth/confirm#{{token}}'] as const
const confirmByApi = 'Votre code :\n\n{{token}}\n\nEnvoyez-le comme « token » à POST {{url}}/v1/auth/verify-email.'

/** Emails about a user's own account, in French. */
export const frenchAccountTemplates = {
  'plan-ended': composeFrench({
    subject: 'Votre forfait Posthorn a pris fin',
    hello,
    says: `Le paiement du forfait {{plan}} a plus d’une semaine de retard. Votre compte est passé au forfait {{newPlan}}.

Rien n’a été supprimé. Vous pouvez toujours tout consulter et tout exporter. Les fonctionnalités hors de votre forfait sont en pause jusqu’à ce que vous en changiez.`,
    button: ['Voir l’utilisation et le forfait', '{{url}}/open/settings/usage'],
    because: hasAccount,
  }),
  'recycling-ended': composeFrench({
    subject: 'Le recyclage d’une publication est arrêté',
    hello,
    says: `Les trois dernières copies de cette publication ont échoué. Son recyclage est donc arrêté :

> {{post}}

Corrigez la publication, puis réactivez le recyclage.`,
    button: ['Voir la publication', '{{link}}'],
    api: 'GET {{url}}/v1/posts/{{postId}}/recycles liste les erreurs des copies.',
    because: 'Vous recevez cet e-mail parce que vous avez activé le recyclage de cette publication.',
  }),
  'welcome-verify': composeFrench({
    subject: 'Bienvenue dans Posthorn : confirmez votre adresse e-mail',
    hello,
    says: 'Votre compte est prêt. Confirmez votre adresse e-mail dans les {{hours}} heures.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Vous n’avez pas créé ce compte ? Ignorez cet e-mail : votre adresse ne sera pas confirmée.',
  }),
  'verify-email': composeFrench({
    subject: 'Confirmez votre adresse e-mail',
    hello,
    says: 'Confirmez votre adresse e-mail pour Posthorn dans les {{hours}} heures.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Vous n’avez pas de compte Posthorn ? Ignorez cet e-mail.',
  }),
  'change-email': composeFrench({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    hello,
    says: 'Vous avez demandé à utiliser cette adresse pour votre compte Posthorn. Confirmez-la dans les {{hours}} heures.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Ce n’était pas vous ? Ignorez cet e-mail : rien ne changera.',
  }),
  'change-email-notice': composeFrench({
    subject: 'Votre adresse e-mail va changer',
    hello,
    says: `Une personne connectée à votre compte a demandé à remplacer son adresse e-mail par {{newEmail}}. Le changement prend effet dès que cette adresse est confirmée.

Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Cela vous déconnecte partout et annule le changement.`,
    button: toReset,
    api: resetByApi,
    because: hasAccount,
  }),
  'email-taken': composeFrench({
    subject: 'Vous avez déjà un compte',
    says: `Quelqu’un a voulu utiliser cette adresse pour un autre compte. Vous en avez déjà un : rien n’a changé. Cette personne n’a pas appris que vous avez un compte.

Si c’était vous, connectez-vous, ou réinitialisez votre mot de passe.`,
    button: toReset,
    api: resetByApi,
    because: 'Ce n’était pas vous ? Ignorez cet e-mail.',
  }),
  'email-changed': composeFrench({
    subject: 'Votre adresse e-mail a été modifiée',
    hello,
    says: `L’adresse e-mail de votre compte est désormais {{newEmail}}. Nous n’utilisons plus celle-ci.

Si ce n’était pas vous, contactez immédiatement l’administrateur de {{url}}.`,
    button: ['Ouvrir Posthorn', '{{url}}/auth/sign-in'],
    because: 'Vous recevez cet e-mail parce que cette adresse était celle de votre compte.',
  }),
  'reset-password': composeFrench({
    subject: 'Réinitialisez votre mot de passe',
    hello,
    says: 'Quelqu’un a demandé à réinitialiser votre mot de passe Posthorn. Si c’était vous, choisissez-en un nouveau ici. Le lien sert une fois et expire dans {{hours}} heure.',
    button: ['Choisir un nouveau mot de passe', '{{url}}/auth/reset#{{token}}'],
    api: 'Votre code :\n\n{{token}}\n\nEnvoyez-le comme « token », avec un nouveau mot de passe, à POST {{url}}/v1/auth/reset-password.',
    because: 'Ce n’était pas vous ? Ignorez cet e-mail : votre mot de passe ne change pas.',
  }),
  'password-changed': composeFrench({
    subject: 'Votre mot de passe a été modifié',
    hello,
    says: `Votre mot de passe a été réinitialisé avec un lien envoyé à cette adresse. Vous êtes déconnecté partout.

Vos clés API restent valables. Vérifiez-les si vous ne vous y attendiez pas. Si ce n’était pas vous, contactez l’administrateur de {{url}}.`,
    button: ['Se connecter', '{{url}}/auth/sign-in'],
    because: hasAccount,
  }),
  'passkey-added': composeFrench({
    subject: 'Une clé d’accès a été ajoutée à votre compte',
    hello,
    says: `La clé d’accès « {{passkey}} » permet désormais de se connecter à votre compte sans mot de passe.

Si ce n’était pas vous, supprimez-la et changez votre mot de passe.`,
    button: toSecurity,
    api: 'DELETE {{url}}/v1/auth/me/passkeys/{id} la supprime.',
    because: hasAccount,
  }),
  'passkey-removed': composeFrench({
    subject: 'Une clé d’accès a été supprimée de votre compte',
    hello,
    says: `La clé d’accès « {{passkey}} » ne permet plus de se connecter à votre compte. Vous pouvez aussi la supprimer de votre gestionnaire de mots de passe.

Si ce n’était pas vous, changez votre mot de passe.`,
    button: toSecurity,
    because: hasAccount,
  }),
  'password-guessed': composeFrench({
    subject: 'Nombreux mots de passe incorrects pour votre compte',
    hello,
    says: `Quelqu’un a essayé de nombreux mots de passe pour votre compte. Aucun n’était le bon : votre compte est en sécurité. Nous ralentissons les essais suivants. Là où vous étiez déjà connecté, vous pouvez toujours vous connecter.

Mot de passe oublié ? Réinitialisez-le. La meilleure protection est un mot de passe long que vous n’utilisez nulle part ailleurs.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'code-guessed': composeFrench({
    subject: 'Quelqu’un connaît votre mot de passe et essaie des codes',
    hello,
    says: `Quelqu’un a saisi le bon mot de passe de votre compte, puis plusieurs codes incorrects. Les codes sont bloqués pour un temps. Les codes de récupération restent valables.

Si ce n’était pas vous, réinitialisez votre mot de passe maintenant. Cela vous déconnecte partout et lève le blocage.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'webhook-off': composeFrench({
    subject: 'Un webhook a été désactivé',
    hello,
    says: `Nous avons désactivé votre webhook {{endpoint}} : {{why}}.

Quand votre serveur fonctionne de nouveau, réactivez le webhook et renvoyez les envois en échec.`,
    button: ['Voir le webhook', '{{link}}'],
    api: 'Réactivez-le avec PATCH {{url}}/v1/webhooks/{id} et {"active":true}. Renvoyez ensuite avec POST {{url}}/v1/webhooks/{id}/replay-failed.',
    because: 'Vous recevez cet e-mail parce que vous avez créé ce webhook.',
  }),
  goodbye: composeFrench({
    subject: 'Votre compte a été supprimé',
    hello,
    says: `Nous avons supprimé votre compte et toutes ses données, comme vous l’avez demandé. C’est notre dernier e-mail.

Merci d’avoir utilisé Posthorn.`,
    because: 'Vous recevez cet e-mail parce que vous avez supprimé votre compte Posthorn.',
  }),
} as const
