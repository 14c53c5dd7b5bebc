import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

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
  holidays: {
    title: 'Feiertage',
    lead: 'Zeige Feiertage aus Kalendern im Web an.',
    url: 'Kalender-URL',
    urlHint: 'Die URL einer iCalendar-Datei (.ics), beginnt mit https:// oder webcal://.',
    name: 'Name',
    create: 'Kalender hinzufügen',
    remove: 'Entfernen',
    removeOne: (name) => `${name} entfernen`,
    reading: 'Der Kalender wird gelesen\u00A0…',
    count: (count) => plural('de', count, { one: 'Feiertag', other: 'Feiertage' }),
    read: (when) => `aktualisiert ${when}`,
    problems: {
      address_not_allowed: 'Die URL führt zu einer privaten Adresse. Verwende eine öffentliche.',
      unreachable: 'Der Server antwortet nicht. Posthorn versucht es morgen wieder.',
      refused: 'Der Server hat den Kalender nicht geliefert. Prüfe die URL.',
      too_large: 'Der Kalender ist größer als 5\u00A0MB.',
      too_many_redirects: 'Die URL leitet zu oft weiter.',
      not_a_calendar: 'Das ist kein Kalender. Verwende die URL einer .ics-Datei.',
      too_many_events: 'Der Kalender hat mehr als 10.000 Termine.',
    },
  },
}
