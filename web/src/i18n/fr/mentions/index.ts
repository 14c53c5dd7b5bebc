import type { AreaMessages } from '../../en/index.ts'

export const mentions: AreaMessages['mentions'] = {
  title: 'Mentions',
  saved: 'Textes',
  book: 'Carnet de mentions',
  parts: 'Textes enregistrés et mentions',
  lead: 'Personnes et entreprises avec leur identifiant sur chaque réseau. Tapez @ dans une publication pour les mentionner.',
  empty: 'Aucune mention pour l’instant',
  new: 'Ajouter une mention',
  addNamed: (name) => `Ajouter «\u202F${name}\u202F» au carnet`,
  editTitle: 'Modifier la mention',
  name: 'Nom',
  nameHint: 'Pour LinkedIn, le nom exact du compte.',
  handleOn: (network) => `Identifiant sur ${network}`,
  urnOn: (network) => `ID sur ${network}`,
  edit: (name) => `Modifier «\u202F${name}\u202F»`,
  remove: (name) => `Supprimer «\u202F${name}\u202F»`,
  removeTitle: (name) => `Supprimer «\u202F${name}\u202F»\u202F?`,
  removeLead: 'Les publications avec cette mention ne changent pas. C’est irréversible.',
  confirm: 'Supprimer la mention',
  fromBook: 'Carnet',
  notFound: (network) => `La recherche sur ${network} n’a pas abouti. Ces noms viennent du carnet.`,
}
