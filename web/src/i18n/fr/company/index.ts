import type { AreaMessages } from '../../en/index.ts'

export const company: AreaMessages['company'] = {
  button: 'Connexion d’entreprise',
  or: 'ou',
  signingIn: 'Connexion en cours…',
  connecting: 'Association de votre compte…',
  failed: 'La connexion a échoué',
  again: 'Retour à la connexion',
  code: 'Votre compte demande aussi un code.',
  next: 'Continuer',
  faults: {
    canceled: 'Vous avez annulé chez le fournisseur d’identité. Rien n’a changé.',
    provider: 'Le fournisseur d’identité signale un problème. Réessayez ou contactez votre service informatique.',
    incomplete: 'Cette page fait suite à une connexion commencée ici. Recommencez.',
    oauth_state_invalid: 'Cette connexion a expiré ou a été commencée dans un autre navigateur. Recommencez.',
    company_sign_in_failed:
      'La réponse du fournisseur d’identité est inutilisable. Recommencez ou contactez votre service informatique.',
    company_address_unverified:
      'Un compte porte votre adresse e-mail, mais rien ne prouve qu’il est à vous. Connectez-vous avec son mot de passe, puis associez-le dans Paramètres, Connexion et sécurité.',
    company_account_taken: 'Ce compte est associé à une autre personne. Contactez un administrateur.',
    setup_code_required: 'Cette installation n’a pas encore de propriétaire. Son compte doit être créé d’abord.',
    sign_up_closed: 'Vous n’avez pas encore de compte ici. Demandez à un administrateur d’inviter votre adresse.',
    invite_required: 'Vous n’avez pas encore de compte ici. Demandez à un administrateur d’inviter votre adresse.',
    identity_provider_unavailable: 'Le fournisseur d’identité ne répond pas. Réessayez dans une minute.',
  },
  elsewhere: {
    lead: 'Reconnectez-vous dans un nouvel onglet, puis revenez ici. Votre travail est conservé.',
    open: 'Ouvrir la connexion',
    done: 'Je suis connecté',
  },
  card: {
    title: 'Connexion d’entreprise',
    lead: 'Connectez-vous avec votre compte d’entreprise plutôt qu’avec un mot de passe.',
    connect: 'Associer la connexion d’entreprise',
    connected: (email) => `Associée à ${email}.`,
    connectedPlain: 'Associée.',
    disconnect: 'Dissocier',
  },
}
