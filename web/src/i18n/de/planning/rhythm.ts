import type { Messages } from '../../en/index.ts'

export const rhythm: Messages['rhythm'] = {
  words: {
    minutes: (every) => (every === 1 ? 'Jede Minute' : `Alle ${every} Minuten`),
    hours: (every, minute) => `${every === 1 ? 'Jede Stunde' : `Alle ${every} Stunden`} zur Minute ${minute}`,
    daily: (time) => `Jeden Tag um ${time}`,
    workdays: (time) => `Montag bis Freitag um ${time}`,
    weekly: (days, time) => `Jeden ${days} um ${time}`,
    monthly: (day, time) => `Am ${day}. jedes Monats um ${time}`,
  },
  howOften: 'Wie oft',
  kinds: {
    minutes: 'Alle paar Minuten',
    hours: 'Alle paar Stunden',
    daily: 'Jeden Tag',
    workdays: 'Montag bis Freitag',
    weekly: 'An bestimmten Wochentagen',
    monthly: 'Einmal im Monat',
    cron: 'Mein eigener Cron-Ausdruck',
  },
  every: 'Alle',
  minute: 'Zur Minute',
  weekdays: 'An diesen Tagen',
  monthDay: 'Tag des Monats',
  shortMonths: 'Monate ohne diesen Tag werden ausgelassen.',
  time: 'Um',
  cron: 'Cron-Ausdruck',
  cronHint: 'Fünf Felder: Minute, Stunde, Tag, Monat, Wochentag. Zum Beispiel 30 8 * * MON-FRI.',
}
