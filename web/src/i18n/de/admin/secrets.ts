import type { Messages } from '../../en/index.ts'

export const secrets: Messages['admin']['secrets'] = {
  title: 'Geheimnisse',
  lead: 'Die Schlüssel deiner Apps bei den Netzwerken. Ein Wert wird versiegelt und nie wieder gezeigt. Die Anmeldung in zwei Schritten ist nötig.',
  show: 'Liste zeigen',
  apply: 'Neue Werte in Kraft setzen',
  store: (name) => `${name} speichern`,
  set: 'Setzen',
  replace: 'Ersetzen',
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen`,
  removeLead:
    'Sobald die neuen Werte in Kraft sind, entscheidet wieder die Umgebung. Ohne sie arbeitet die App beim Netzwerk nicht mehr.',
  typeName: (name) => `Schreib ${name}, um es zu löschen`,
  value: 'Wert',
  codeLead: 'Ein Code gilt einmal, deshalb fragt jeder Schritt nach einem neuen.',
  unset: 'Nicht gesetzt',
  sources: { stored: 'Hier gespeichert', environment: 'Durch die Umgebung gesetzt' },
  waits: 'noch nicht in Kraft',
}
