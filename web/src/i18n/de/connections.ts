import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

/** Hints for the fields of a direct connect, by the name of the field. */
export const hints: Readonly<Record<string, string>> = {
  identifier: 'Handle, DID oder E-Mail-Adresse.',
  appPassword: 'Erstelle es in Bluesky unter „Datenschutz und Sicherheit“. Es ist nicht das Passwort des Kontos.',
  pdsUrl: 'Der Server, auf dem das Konto liegt. Nur nötig, wenn Posthorn ihn nicht findet.',
  instanceUrl: 'Der Server, auf dem das Konto liegt.',
  accessToken: 'Das Zugriffstoken einer Anwendung, die du dort unter „Einstellungen › Entwicklung“ erstellst.',
}

export const connections: Messages['connections'] = {
  title: 'Verbindungen',
  managersLead: 'Konten dieser Marke. Nur Inhaber und Admins können Konten verbinden.',
  add: 'Konto verbinden',
  addNetwork: 'Weiteres Netzwerk hinzufügen',
  draftSaved: 'Dein Entwurf ist gespeichert',
  continueFirst: 'Verbinde ein Konto oder schreibe zuerst weiter.',
  continueNow: 'Schreibe weiter oder verbinde zuerst weitere Konten.',
  continueDraft: 'Weiterschreiben',
  connectAccount: 'Konto verbinden',
  byLink: 'Per Link verbinden',
  columns: { account: 'Konto', followers: 'Follower', status: 'Status', scheduled: 'Geplant' },
  scheduled: (count, isPartial) =>
    isPartial ? `${count}+ Beiträge` : plural('de', count, { one: 'Beitrag', other: 'Beiträge' }),
  connect: 'Verbinden',
  connectNetwork: (network) => `${network} verbinden`,
  notConnected: (network) => `${network} wurde nicht verbunden`,
  inSandbox: 'In der Sandbox',
  inTrial: 'Testbetrieb: Nur der Autor sieht die Beiträge',
  real: 'Live',
  allIn: {
    sandbox: 'Alle Netzwerke laufen in der Sandbox. An echte Netzwerke wird nichts gesendet.',
    trial: 'Alle Netzwerke sind im Testbetrieb. Nur der Autor sieht die Beiträge.',
    live: '',
  },
  needsApp: 'Registriere zuerst eine App bei diesem Netzwerk.',
  howTo: 'So geht’s',
  connected: 'Verbunden',
  works: 'Verbunden',
  checking: 'Wird geprüft\u00A0…',
  checked: (when) => `Geprüft ${when}`,
  checkedOk: (name) => `${name} ist verbunden`,
  checkedBroken: (name) => `${name} muss neu verbunden werden`,
  notChecked: (name) => `${name} konnte nicht geprüft werden`,
  notDefault: (name) => `${name} konnte nicht als Standard festgelegt werden`,
  expires: (when) => `Läuft ab: ${when}`,
  isDefault: 'Standard',
  makeDefault: 'Als Standard festlegen',
  check: 'Jetzt prüfen',
  actions: (handle) => `Aktionen für ${handle}`,
  reconnect: 'Neu verbinden',
  reconnectAccount: (name) => `${name} neu verbinden`,
  reconnectNeeded: 'Neu verbinden erforderlich',
  broken: (network) => `${network} muss neu verbunden werden`,
  manyBroken: (count) => `${count} Konten müssen neu verbunden werden`,
  onHold: (count) =>
    `${plural('de', count, { one: 'geplanter Beitrag ist', other: 'geplante Beiträge sind' })} angehalten, bis du neu verbindest.`,
  needsReconnect: 'Posthorn hat keinen Zugriff mehr auf dieses Konto. Verbinde es neu, um weiter zu veröffentlichen.',
  disconnect: 'Trennen',
  disconnectTitle: (handle) => `${handle} trennen?`,
  affected: (count) =>
    count === 0
      ? 'Kein geplanter Beitrag verwendet dieses Konto.'
      : `${plural('de', count, { one: 'Beitrag ist', other: 'Beiträge sind' })} für dieses Konto geplant.`,
  whatBecomes: 'Was soll damit passieren?',
  outcomes: {
    keep: 'Anhalten, bis das Konto neu verbunden ist',
    draft: 'In Entwürfe umwandeln (Beiträge nur für dieses Konto)',
    delete: 'In den Papierkorb verschieben (Beiträge nur für dieses Konto)',
  },
  choosePage: (network) => `${network}-Seite auswählen`,
  choosePageLead: 'Du verwaltest mehrere Seiten. Wähle jetzt eine aus. Weitere kannst du später hinzufügen.',
  fields: {
    identifier: 'Handle oder E-Mail-Adresse',
    appPassword: 'App-Passwort',
    pdsUrl: 'Server',
    instanceUrl: 'Server',
    accessToken: 'Zugriffstoken',
  },
  hint: (field, said) => hints[field] ?? said,
  sandboxHint: 'Sandbox-Benutzer: alice.sandbox, bob.sandbox oder carla.sandbox. Passwort: sand-boxx-pass-word',
  popupBlocked: 'Dein Browser hat das Pop-up blockiert. Erlaube Pop-ups für diese Website und versuche es erneut.',
  rest: {
    title: 'Weitere Netzwerke verbinden',
    lead: 'Die Sandbox hat in jedem Netzwerk ein Konto. Verbinde alle mit einem Klick.',
    connect: 'Alle verbinden',
    progress: (done, all) => `${done} von ${all} verbunden`,
    failed: (networks) => `Nicht verbunden: ${networks}. Versuche es einzeln.`,
  },
  failures: (code) =>
    code === 'access_denied'
      ? 'Du hast den Zugriff abgelehnt. Es wurde nichts verbunden.'
      : code === 'account_in_use'
        ? 'Dieses Konto hat schon jemand anderes verbunden. Wähle ein anderes.'
        : code === 'plan_limit_reached'
          ? 'Du hast das Kontenlimit deines Tarifs für diese Marke erreicht. Wechsle den Tarif, um weitere hinzuzufügen.'
          : `Das Konto konnte nicht verbunden werden (${code}). Versuche es erneut.`,
}
