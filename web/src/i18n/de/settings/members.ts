import type { Messages } from '../../en/index.ts'

export const members: Messages['members'] = {
  list: 'Personen',
  you: 'du',
  role: (name) => `Rolle von ${name}`,
  roles: { owner: 'Inhaber', admin: 'Verwaltung', editor: 'Redaktion', viewer: 'Nur lesen' },
  mays: {
    admin: 'Alles, außer die Marke zu löschen',
    editor: 'Schreibt und veröffentlicht Beiträge',
    viewer: 'Liest und ändert nichts',
  },
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeLead: 'Der Zugang endet sofort. Geschriebenes bleibt.',
  leave: 'Verlassen',
  leaveTitle: 'Diese Marke verlassen?',
  leaveLead: 'Dein Zugang endet sofort. Die Verwaltung kann dich wieder einladen.',
  invite: {
    title: 'Jemanden einladen',
    lead: 'Eine Mail geht hinaus. Nach der Anmeldung ist diese Marke zu sehen.',
    email: 'E-Mail',
    role: 'Rolle',
    send: 'Einladung senden',
    sent: (email) => `Die Einladung an ${email} ist unterwegs.`,
  },
  open: 'Offene Einladungen',
  ends: (when) => `endet ${when}`,
  revoke: 'Zurückziehen',
  revokeNamed: (email) => `Einladung an ${email} zurückziehen`,
  anybody: 'Alle, die den Code haben',
  connectOnly: 'Verbindet ein Konto',
  alone: 'Du bist hier allein. Lade jemanden ein, um gemeinsam zu schreiben oder freizugeben.',
}
