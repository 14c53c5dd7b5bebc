import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const team: AreaMessages['team'] = {
  title: 'Commentaires d’équipe',
  lead: 'Les membres de cette marque les lisent. Pas les clients qui ont un lien de partage.',
  label: 'Écrire à votre équipe',
  hint: 'Seule votre équipe peut lire ceci. Saisissez @ pour mentionner quelqu’un.',
  send: 'Envoyer',
  save: 'Enregistrer',
  reply: 'Répondre',
  replyTo: (name) => `Répondre à ${name}`,
  replyLabel: 'Répondre à votre équipe',
  resolve: 'Résoudre',
  resolveOf: (name) => `Résoudre le fil de ${name}`,
  reopen: 'Rouvrir',
  reopenOf: (name) => `Rouvrir le fil de ${name}`,
  resolved: (count) => plural('fr', count, { one: 'fil résolu', other: 'fils résolus' }),
  edit: 'Modifier',
  editLabel: 'Modifier votre commentaire',
  remove: 'Supprimer',
  removeOf: (name) => `Supprimer le commentaire de ${name}`,
  removeTitle: 'Supprimer ce commentaire ?',
  removeLead: 'Cette action est irréversible.',
  edited: 'modifié',
  deleted: 'Commentaire supprimé',
  former: 'Ancien membre',
  people: 'Membres',
}
