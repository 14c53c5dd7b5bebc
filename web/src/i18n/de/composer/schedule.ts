import type { Messages } from '../../en/index.ts'

export const schedule: Messages['schedule'] = {
  title: 'Wann',
  now: 'Jetzt',
  freeSlot: (when) => `Nächster freier Platz: ${when}`,
  at: (when) => when,
  anyTime: 'Datum und Uhrzeit',
  type: 'Oder tippe eine Zeit',
  typeExample: 'do 9, morgen 9:30, in 2 h',
  taken: (when) => `Gesetzt: ${when}`,
  notUnderstood: 'Das ist noch keine Zeit. Schreib Tag und Uhrzeit, zum Beispiel „do 9“ oder „in 2 h“.',
  zone: (place) => `Zeit in ${place}`,
  yours: (when) => `${when} bei dir`,
  clockFast: (by) => `Die Uhr dieses Geräts geht ${by} vor.`,
  clockSlow: (by) => `Die Uhr dieses Geräts geht ${by} nach.`,
  clockOfPosthorn: (time) => `Zeiten richten sich hier nach der Uhr von Posthorn: Dort ist es ${time}.`,
  past: 'Diese Zeit ist vorbei. Wähle eine spätere, oder veröffentliche jetzt.',
  skipped: (time, next) =>
    `${time} gibt es an diesem Tag nicht, weil die Uhren vorgestellt werden. Der Beitrag geht stattdessen um ${next} hinaus.`,
  twice: (time) =>
    `${time} gibt es an diesem Tag zweimal, weil die Uhren zurückgestellt werden. Welche Zeit meinst du?`,
  first: (time) => `Das erste ${time}`,
  second: (time) => `Das zweite ${time}, eine Stunde später`,
}
