import { sayAction as sayInEnglish } from '../en/say-action.ts'

type Gender = 'm' | 'f'

/**
 * Says what was done: “File d’attente mise en pause”, of `queue.paused`. A deed agrees with its thing. An action that is
 * newer than these words is said in English.
 */
export function sayAction(action: string): string {
  const whole = wholes[action]
  if (whole !== undefined) return whole
  const [thing = '', deed = ''] = action.split('.')
  const [noun, done] = [things[thing], deeds[deed]]
  if (noun === undefined || done === undefined) return sayInEnglish(action)
  const [name, gender] = noun
  return `${name} ${typeof done === 'string' ? agree(done, gender) : done[gender]}`
}

const agree = (participle: string, gender: Gender): string => (gender === 'f' ? `${participle}e` : participle)

const things: Readonly<Record<string, readonly [name: string, gender: Gender]>> = {
  account: ['Compte', 'm'],
  alert: ['Alerte', 'f'],
  'api-key': ['Clé API', 'f'],
  app: ['Application', 'f'],
  audit: ['Journal d’audit', 'm'],
  backup: ['Sauvegarde', 'f'],
  chat: ['Discussion', 'f'],
  cron: ['Tâche planifiée', 'f'],
  feature_flag: ['Fonctionnalité', 'f'],
  mail_template: ['Modèle d’e-mail', 'm'],
  label: ['Étiquette', 'f'],
  media: ['Fichier', 'm'],
  oauth_app: ['Application d’un réseau', 'f'],
  platform: ['Réseau', 'm'],
  post: ['Publication', 'f'],
  profile: ['Marque', 'f'],
  profile_invite: ['Invitation à la marque', 'f'],
  profile_link: ['Lien entre marques', 'm'],
  profile_member: ['Membre', 'm'],
  publishing: ['Envoi des publications', 'm'],
  queue: ['File d’attente', 'f'],
  recurring_rule: ['Publication récurrente', 'f'],
  secret: ['Secret', 'm'],
  second_factor: ['Seconde étape de validation', 'f'],
  session: ['Session', 'f'],
  'sign-up-invite': ['Invitation', 'f'],
  slot_plan: ['Plan d’horaires', 'm'],
  subscription: ['Forfait', 'm'],
  ticket: ['Demande', 'f'],
  user: ['Compte utilisateur', 'm'],
  webhook: ['Webhook', 'm'],
}

/** A participle that takes an e, or both of its forms. */
const deeds: Readonly<Record<string, string | Readonly<Record<Gender, string>>>> = {
  added: 'ajouté',
  acknowledged: { m: 'pris en charge', f: 'prise en charge' },
  allowed: 'autorisé',
  approved: 'approuvé',
  closed: 'fermé',
  commented: 'commenté',
  cancelled: 'annulé',
  changed: 'modifié',
  connected: 'connecté',
  created: 'créé',
  deleted: 'supprimé',
  disabled: 'désactivé',
  duplicated: 'dupliqué',
  disconnected: 'déconnecté',
  enabled: 'activé',
  ended: 'terminé',
  erased: { m: 'effacé définitivement', f: 'effacée définitivement' },
  exported: 'exporté',
  failed: { m: 'en échec', f: 'en échec' },
  linked: 'associé',
  merged: 'fusionné',
  made_default: { m: 'défini par défaut', f: 'définie par défaut' },
  needs_attention: { m: 'à traiter', f: 'à traiter' },
  needs_reconnect: { m: 'à reconnecter', f: 'à reconnecter' },
  partial: { m: 'publié en partie', f: 'publiée en partie' },
  paused: { m: 'mis en pause', f: 'mise en pause' },
  published: 'publié',
  published_now: { m: 'publié immédiatement', f: 'publiée immédiatement' },
  queued: { m: 'mis en file d’attente', f: 'mise en file d’attente' },
  raised: 'déclenché',
  rejected: 'refusé',
  removed: 'retiré',
  replaced: 'remplacé',
  reset: 'réinitialisé',
  resolved: 'résolu',
  restored: 'restauré',
  resumed: { m: 'repris', f: 'reprise' },
  retried: 'relancé',
  revoked: 'révoqué',
  run: 'lancé',
  scheduled: 'programmé',
  set: 'défini',
  settings_changed: { m: 'réglé autrement', f: 'réglée autrement' },
  shared: 'partagé',
  submitted: { m: 'lancé', f: 'lancée' },
  switched_off: 'désactivé',
  tested: 'testé',
  triaged: 'trié',
  unlinked: 'dissocié',
  updated: 'modifié',
  uploaded: 'importé',
}

/** Actions that a thing and a deed do not say well. */
const wholes: Readonly<Record<string, string>> = {
  'alert_prefs.changed': 'Réglages des alertes modifiés',
  'alert_prefs.updated': 'Réglages des alertes modifiés',
  'analytics.synced': 'Statistiques actualisées',
  'chat.code_created': 'Code d’association d’une discussion créé',
  'notice_preferences.changed': 'Réglages des notifications modifiés',
  'notice_preferences.updated': 'Réglages des notifications modifiés',
  'platform.mode_changed': 'Mode d’un réseau modifié',
  'post.approval_requested': 'Approbation d’une publication demandée',
  'post.comment_deleted': 'Commentaire supprimé',
  'post.expanded': 'Comptes ajoutés à une publication',
  'post.recycling_changed': 'Recyclage modifié',
  'post.recycling_ended': 'Recyclage arrêté',
  'post.removed': 'Publication retirée d’un réseau',
  'post.resolved': 'Résultat d’une publication confirmé',
  'post.share_revoked': 'Lien de partage révoqué',
  'post.shared': 'Lien de partage créé',
  'post.unknown': 'Résultat d’une publication non confirmé',
  'profile.calendar_revoked': 'Flux de calendrier révoqué',
  'profile.calendar_shared': 'Flux de calendrier créé',
  'profile.made_writable': 'Marque rouverte aux modifications',
  'recurring_rule.occurrence_changed': 'Date d’une publication récurrente modifiée',
  'second_factor.enabled': 'Validation en deux étapes activée',
  'second_factor.disabled': 'Validation en deux étapes désactivée',
  'second_factor.enrolment_started': 'Configuration de la validation en deux étapes commencée',
  'second_factor.recovery_code_used': 'Code de récupération utilisé',
  'second_factor.recovery_codes_replaced': 'Codes de récupération remplacés',
  'secrets.restarted': 'Secrets réinitialisés',
  'slot_plan.posts_moved': 'Publications déplacées vers d’autres horaires',
  'subscription.past_due_enforced': 'Forfait abaissé pour impayé',
  'text.changed': 'Texte enregistré modifié',
  'text.created': 'Texte enregistré créé',
  'text.deleted': 'Texte enregistré supprimé',
  'user.email_changed': 'Adresse e-mail modifiée',
  'user.email_change_requested': 'Changement d’adresse e-mail demandé',
  'user.email_verified': 'Adresse e-mail confirmée',
  'user.password_reset': 'Mot de passe réinitialisé',
  'user.password_reset_requested': 'Nouveau mot de passe demandé',
  'user.plan_changed': 'Forfait d’un compte modifié',
  'user.signed_out_everywhere': 'Déconnexion de tous les appareils',
  'user.timezone_changed': 'Fuseau horaire modifié',
  'user.verification_requested': 'Confirmation de l’adresse e-mail demandée',
  'webhook.secret_regenerated': 'Secret d’un webhook renouvelé',
}
