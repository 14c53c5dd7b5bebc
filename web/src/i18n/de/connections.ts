import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

/** Hints for the fields of a direct connect, by the name of the field. */
export const hints: Readonly<Record<string, string>> = {
  identifier: 'Handle, DID oder E-Mail-Adresse.',
  appPassword:
    'Leg es in den Einstellungen von Bluesky unter „Datenschutz und Sicherheit“ an. Es ist nicht das Passwort des Kontos.',
  pdsUrl: 'Der Server, auf dem das Konto liegt. Nur nötig, wenn er sich nicht finden lässt.',
  instanceUrl: 'Der Server, auf dem das Konto liegt.',
  accessToken: 'Das Zugriffstoken einer Anwendung, die du dort unter Einstellungen, Entwicklung anlegst.',
}

export const connections: Messages['connections'] = {
  title: 'Verbindungen',
  lead: 'Die Konten, auf denen du veröffentlichst.',
  managersLead: 'Die Konten dieser Marke. Inhaber und Verwaltung verbinden sie.',
  add: 'Konto hinzufügen',
  connect: 'Verbinden',
  connectNetwork: (network) => `${network} verbinden`,
  inSandbox: 'In der Sandbox',
  inTrial: 'Testbetrieb: nur der Autor sieht Beiträge',
  real: 'Das echte Netzwerk',
  allIn: {
    sandbox: 'Alle Netzwerke sind in der Sandbox: Nichts erreicht die echten.',
    trial: 'Alle Netzwerke sind im Testbetrieb: Nur der Autor sieht Beiträge.',
    live: '',
  },
  needsApp: 'Richte zuerst beim Netzwerk eine App ein.',
  howTo: 'So geht es',
  connected: 'Schon verbunden',
  works: 'Verbunden',
  checking: 'Wird geprüft…',
  checked: (when) => `Geprüft ${when}`,
  renews: 'Erneuert sich selbst',
  ends: (when) => `Zugriff endet ${when}`,
  isDefault: 'Standard',
  makeDefault: 'Zum Standard machen',
  check: 'Jetzt prüfen',
  actions: (handle) => `Aktionen für ${handle}`,
  reconnect: 'Neu verbinden',
  needsReconnect: 'Das Netzwerk nimmt diese Verbindung nicht mehr an.',
  disconnect: 'Trennen',
  disconnectTitle: (handle) => `${handle} trennen?`,
  affected: (count) =>
    count === 0
      ? 'Kein geplanter Beitrag geht an dieses Konto.'
      : `${plural('de', count, { one: 'Beitrag, der noch nicht erschienen ist, geht', other: 'Beiträge, die noch nicht erschienen sind, gehen' })} an dieses Konto.`,
  whatBecomes: 'Was geschieht mit ihnen?',
  outcomes: {
    keep: 'Behalten. Sie warten, bis das Konto wieder verbunden ist.',
    draft: 'Zu Entwürfen machen, wenn sie nirgends sonst hingehen.',
    delete: 'In den Papierkorb legen, wenn sie nirgends sonst hingehen.',
  },
  choosePage: (network) => `Seite von ${network} wählen`,
  choosePageLead: 'Du verwaltest mehrere Seiten. Wähle eine; weitere kannst du später hinzufügen.',
  fields: {
    identifier: 'Handle oder E-Mail',
    appPassword: 'App-Passwort',
    pdsUrl: 'Server',
    instanceUrl: 'Server',
    accessToken: 'Zugangstoken',
  },
  hint: (field, said) => hints[field] ?? said,
  sandboxHint: 'In der Sandbox: alice.sandbox, bob.sandbox oder carla.sandbox, mit dem Passwort sand-boxx-pass-word.',
  popupBlocked: 'Dein Browser hat das Fenster blockiert. Erlaube Pop-ups für diese Seite und versuche es erneut.',
  rest: {
    title: 'Probier auch die anderen Netzwerke aus',
    lead: 'Die Sandbox hat auf jedem ein Konto. Ein Klick verbindet sie alle.',
    connect: 'Die anderen Netzwerke genauso verbinden',
    progress: (done, all) => `${done} von ${all} verbunden`,
    failed: (networks) => `Nicht verbunden: ${networks}. Verbinde sie einzeln.`,
  },
  failures: (code) =>
    code === 'access_denied'
      ? 'Du hast keinen Zugriff gegeben, deshalb wurde nichts verbunden.'
      : code === 'account_in_use'
        ? 'Jemand anderes hat dieses Konto hier verbunden.'
        : code === 'plan_limit_reached'
          ? 'Dein Tarif erlaubt kein weiteres Konto in diesem Profil.'
          : `Das Konto wurde nicht verbunden (${code}). Versuche es erneut.`,
}
