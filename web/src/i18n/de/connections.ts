import type { Messages } from '../en/index.ts'

export const connections: Messages['connections'] = {
  title: 'Verbindungen',
  lead: 'Die Konten, auf denen Posthorn veröffentlicht.',
  connect: 'Verbinden',
  connectNetwork: (network) => `${network} verbinden`,
  reconnect: 'Neu verbinden',
  disconnect: 'Trennen',
  connected: 'Verbunden',
  needsReconnect: 'Muss neu verbunden werden',
  lastPublished: 'Zuletzt veröffentlicht',
  renews: 'Erneuert sich selbst',
  ends: (when) => `Zugriff endet ${when}`,
  isDefault: 'Standard',
  add: 'Konto hinzufügen',
  handle: 'Handle oder E-Mail',
  appPassword: 'App-Passwort',
  popupBlocked: 'Dein Browser hat das Fenster blockiert. Erlaube Pop-ups für diese Seite und versuche es erneut.',
  failed: (reason) => `Das Konto wurde nicht verbunden: ${reason}`,
}
