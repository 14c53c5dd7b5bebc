import type { AreaMessages } from '../../en/index.ts'

export const days: AreaMessages['days'] = {
  note: {
    newTitle: 'Neue Notiz',
    title: 'Notiz',
    text: 'Text',
    from: 'Erster Tag',
    to: 'Letzter Tag',
    label: 'Label',
    labelHint: 'Gibt der Notiz ihre Farbe.',
    noLabel: 'Kein Label',
    create: 'Notiz hinzufügen',
    remove: 'Notiz löschen',
    removed: 'Notiz gelöscht',
    notRestored: 'Die Notiz konnte nicht wiederhergestellt werden.',
    changed: (text) =>
      `Jemand anderes hat diese Notiz in „${text}“ geändert. Speichere noch einmal, um sie zu ersetzen.`,
  },
}
