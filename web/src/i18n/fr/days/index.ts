import type { AreaMessages } from '../../en/index.ts'

export const days: AreaMessages['days'] = {
  note: {
    newTitle: 'Nouvelle note',
    title: 'Note',
    text: 'Texte',
    from: 'Premier jour',
    to: 'Dernier jour',
    label: 'Étiquette',
    labelHint: 'Donne sa couleur à la note.',
    noLabel: 'Aucune étiquette',
    create: 'Ajouter une note',
    remove: 'Supprimer la note',
    removed: 'Note supprimée',
    notRestored: 'Impossible de restaurer la note.',
    changed: (text) =>
      `Quelqu’un d’autre a remplacé cette note par « ${text} ». Enregistrez à nouveau pour la remplacer.`,
  },
}
