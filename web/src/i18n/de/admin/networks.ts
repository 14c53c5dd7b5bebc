import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const networks: Messages['admin']['networks'] = {
  modes: { sandbox: 'Sandbox', trial: 'Test', live: 'Live' },
  rests: 'Pausiert nach wiederholten Fehlern.',
  paused: 'Pausiert',
  accounts: (active, reconnect) =>
    plural('de', active, { one: 'Konto', other: 'Konten' }) + (reconnect > 0 ? `, ${reconnect} neu zu verbinden` : ''),
  lastOut: (when) => `letzter Beitrag ${when}`,
  lastError: (when) => `Letzter Fehler ${when}:`,
  whyMissing: (setting, said) =>
    setting === 'PUBLIC_URL'
      ? 'Das Netzwerk leitet nur an eine https-URL dieser Installation zurück.'
      : /_CLIENT_(ID|SECRET)$/.test(setting)
        ? 'Das Netzwerk verbindet Konten über eine App, die du dort registrierst.'
        : said,
  missing: (count) =>
    `${plural('de', count, { one: 'Einstellung fehlt', other: 'Einstellungen fehlen' })} für den Live-Betrieb`,
}

/** Purposes of secrets, by name. */
const purposes: Readonly<Record<string, string>> = {
  AI_API_KEY: 'API-Schlüssel für AI_BASE_URL, falls erforderlich.',
  GIPHY_API_KEY:
    'API-Schlüssel deiner GIPHY-App von https://developers.giphy.com/dashboard/. Damit lassen sich GIFs suchen. GIPHY verlangt Anfragen vom Gerät der Person und verbietet Kopien ohne Zustimmung. Frage GIPHY, bevor du einen Schlüssel einträgst. Ohne ihn wird nichts an GIPHY gesendet.',
  PEXELS_API_KEY:
    'API-Schlüssel deines Pexels-Kontos von https://www.pexels.com/api/. Damit lassen sich Fotos von Pexels suchen. Ohne ihn wird nichts an Pexels gesendet.',
  UNSPLASH_ACCESS_KEY:
    'Zugriffsschlüssel deiner Unsplash-App von https://unsplash.com/oauth/applications. Damit lassen sich Fotos von Unsplash suchen. Ohne ihn wird nichts an Unsplash gesendet.',
  S3_ACCESS_KEY_ID: 'Zugriffsschlüssel des Dateispeichers. Ohne ihn gelten die Zugangsdaten der Maschine.',
  S3_SECRET_ACCESS_KEY: 'Secret dieses Zugriffsschlüssels.',
  SLACK_CLIENT_ID:
    'Client-ID deiner Slack-App. Mit Client-Secret und Signing-Secret wechselt Slack in den Live-Betrieb, unabhängig von SANDBOX.',
  SLACK_CLIENT_SECRET: 'Client-Secret dieser App.',
  SLACK_SIGNING_SECRET: 'Signing-Secret dieser App. Slack signiert damit seine Anfragen.',
  SMTP_URL: 'Mailserver. Ohne ihn wird jede E-Mail als Datei in DATA_DIR/outbox gespeichert.',
  TELEGRAM_BOT_TOKEN:
    'Token deines Telegram-Bots von @BotFather. Damit wechselt Telegram in den Live-Betrieb, unabhängig von SANDBOX.',
}

/** Purposes of the secrets of any network, by the end of their names. */
const ofNetworks: readonly (readonly [ending: string, purpose: string])[] = [
  [
    '_CLIENT_ID',
    'Client-ID der App, die du beim Netzwerk registriert hast. Mit dem Client-Secret wechselt das Netzwerk in den Live-Betrieb, unabhängig von SANDBOX.',
  ],
  ['_CLIENT_SECRET', 'Client-Secret dieser App.'],
  ['_VERIFY_TOKEN', 'Ein Token deiner Wahl. Trage dasselbe bei Meta als Verifizierungstoken des Webhooks ein.'],
  [
    '_CONFIG_ID',
    'Konfigurations-ID von Facebook Login for Business. Ihre Berechtigungen gelten dann. Eine App mit einfachem Facebook Login braucht sie nicht.',
  ],
]

export const secrets: Messages['admin']['secrets'] = {
  title: 'App-Zugangsdaten',
  lead: 'Zugangsdaten deiner Netzwerk-Apps. Werte werden verschlüsselt und nie wieder angezeigt. Erfordert Zwei-Faktor-Authentifizierung.',
  about: (name, said) => purposes[name] ?? ofNetworks.find(([ending]) => name.endsWith(ending))?.[1] ?? said,
  show: 'Zugangsdaten anzeigen',
  apply: 'Änderungen anwenden',
  store: (name) => `${name} speichern`,
  set: 'Setzen',
  replace: 'Ersetzen',
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen`,
  removeLead: 'Nach dem Anwenden gilt wieder die Umgebungsvariable. Ohne sie funktioniert die Netzwerk-App nicht mehr.',
  typeName: (name) => `Gib ${name} ein, um es zu löschen`,
  value: 'Wert',
  codeLead: 'Jeder Code gilt einmal. Deshalb braucht jeder Schritt einen neuen.',
  unset: 'Nicht gesetzt',
  sources: { stored: 'Hier gespeichert', environment: 'Über Umgebungsvariable gesetzt' },
  waits: 'noch nicht angewendet',
}
