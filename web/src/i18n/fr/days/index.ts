import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

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
  holidays: {
    title: 'Jours fériés',
    lead: 'Affichez les jours fériés de calendriers en ligne.',
    url: 'URL du calendrier',
    urlHint: 'L’URL d’un fichier iCalendar (.ics), qui commence par https:// ou webcal://.',
    name: 'Nom',
    create: 'Ajouter un calendrier',
    remove: 'Retirer',
    removeOne: (name) => `Retirer ${name}`,
    reading: 'Lecture du calendrier…',
    count: (count) => plural('fr', count, { one: 'jour férié', other: 'jours fériés' }),
    read: (when) => `mis à jour ${when}`,
    problems: {
      address_not_allowed: 'L’URL mène à une adresse privée. Utilisez une adresse publique.',
      unreachable: 'Le serveur ne répond pas. Posthorn réessaiera demain.',
      refused: 'Le serveur n’a pas renvoyé le calendrier. Vérifiez l’URL.',
      too_large: 'Le calendrier dépasse 5 Mo.',
      too_many_redirects: 'L’URL redirige trop de fois.',
      not_a_calendar: 'Ce n’est pas un calendrier. Utilisez l’URL d’un fichier .ics.',
      too_many_events: 'Le calendrier a plus de 10 000 événements.',
    },
  },
}
