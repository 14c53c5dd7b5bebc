import type { Messages } from '../../en/index.ts'

export const backups: Messages['admin']['backups'] = {
  empty: 'Noch keine Backups',
  emptyScheduled: 'Das erste wird zur nächsten geplanten Zeit erstellt.',
  emptyLead: 'Setze BACKUP_TO für automatische Backups oder führe „posthorn backup ORT“ aus.',
  tiles: {
    last: 'Letztes Backup',
    never: 'Nie',
    next: 'Zeitplan',
    onTime: 'Pünktlich',
    late: 'Überfällig',
    manual: 'Manuell',
    lateBy: (time) => `seit ${time}`,
    noSchedule: 'BACKUP_TO ist nicht gesetzt',
    kept: 'Backups',
    keeps: (count) => `behält die letzten ${count}`,
  },
  list: 'Letzte Backups',
  contents: (rows, size, files, mediaSize) => `${rows} Zeilen (${size}), ${files} Dateien (${mediaSize})`,
  verified: 'Geprüft',
  unverified: 'Nicht geprüft',
  restore: {
    title: 'Backup wiederherstellen',
    lead: 'Stoppe Posthorn, stelle den SECRET_KEY wieder her und führe diese Befehle auf dem Server aus.',
    verify: 'Letztes Backup prüfen, ohne etwas zu ändern',
    run: 'Letztes Backup in eine leere Datenbank wiederherstellen',
    guide: 'Anleitung zu Backups lesen',
  },
}
