import type { Messages } from '../../en/index.ts'

export const backups: Messages['admin']['backups'] = {
  empty: 'Aucune sauvegarde',
  emptyScheduled: 'La première se fera à la prochaine heure prévue.',
  emptyLead: 'Définissez BACKUP_TO pour des sauvegardes automatiques, ou exécutez « posthorn backup LIEU ».',
  tiles: {
    last: 'Dernière sauvegarde',
    never: 'Jamais',
    next: 'Planification',
    onTime: 'À l’heure',
    late: 'En retard',
    manual: 'À la main',
    lateBy: (time) => `de ${time}`,
    noSchedule: 'BACKUP_TO n’est pas défini',
    kept: 'Sauvegardes',
    keeps: (count) => `garde les ${count} dernières`,
  },
  list: 'Dernières sauvegardes',
  contents: (rows, size, files, mediaSize) => `${rows} lignes (${size}), ${files} fichiers (${mediaSize})`,
  verified: 'Vérifiée',
  unverified: 'Non vérifiée',
  restore: {
    title: 'Restaurer une sauvegarde',
    lead: 'Arrêtez Posthorn, restaurez la SECRET_KEY et exécutez ces commandes sur le serveur.',
    verify: 'Vérifier la dernière sauvegarde sans rien modifier',
    run: 'Restaurer la dernière sauvegarde dans une base de données vide',
    guide: 'Lire le guide des sauvegardes',
  },
}
