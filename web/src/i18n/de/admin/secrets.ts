import type { Messages } from '../../en/index.ts'

export const secrets: Messages['admin']['secrets'] = {
  title: 'Geheimnisse',
  lead: 'Die Schlüssel deiner Apps bei den Netzwerken. Ein Wert wird versiegelt und nie wieder gezeigt. Die Anmeldung in zwei Schritten ist nötig.',
  show: 'Liste zeigen',
  apply: 'Neue Werte in Kraft setzen',
  store: (name) => `${name} speichern`,
  set: 'Setzen',
  value: 'Wert',
  codeLead: 'Ein Code gilt einmal, deshalb fragt jeder Schritt nach einem neuen.',
  unset: 'Nicht gesetzt',
  sources: { stored: 'Hier gespeichert', environment: 'Durch die Umgebung gesetzt' },
  waits: 'noch nicht in Kraft',
}
