import type { Messages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const networks: Messages['admin']['networks'] = {
  modes: { sandbox: 'Sandbox', trial: 'Test', live: 'Echt' },
  rests: 'Posthorn lässt das Netzwerk eine Weile in Ruhe, weil es viele Fehler gab.',
  paused: 'Angehalten',
  accounts: (active, reconnect) =>
    plural('de', active, { one: 'Konto', other: 'Konten' }) + (reconnect > 0 ? `, ${reconnect} neu zu verbinden` : ''),
  lastOut: (when) => `letzter Beitrag ${when}`,
  lastError: (when) => `Letzter Fehler ${when}:`,
  whyMissing: (setting, said) =>
    setting === 'PUBLIC_URL'
      ? 'Das Netzwerk schickt Leute an eine https-Adresse dieser Installation zurück.'
      : /_CLIENT_(ID|SECRET)$/.test(setting)
        ? 'Das Netzwerk verbindet Konten über eine App, die du dort registrierst.'
        : said,
  missing: (count) =>
    `Für den echten Betrieb ${plural('de', count, { one: 'Einstellung fehlt', other: 'Einstellungen fehlen' })}`,
}

/** Purposes of secrets, by name. */
const purposes: Readonly<Record<string, string>> = {
  AI_API_KEY: 'Schlüssel für AI_BASE_URL, wenn sie einen braucht.',
  S3_ACCESS_KEY_ID: 'Zugangsschlüssel des Dateispeichers. Nicht gesetzt: die eigenen Zugangsdaten der Maschine.',
  S3_SECRET_ACCESS_KEY: 'Geheimnis dieses Zugangsschlüssels.',
  SLACK_CLIENT_ID:
    'Client-ID deiner Slack-App. Mit dem Client-Secret und dem Signing-Secret wird Slack echt, was auch immer SANDBOX sagt.',
  SLACK_CLIENT_SECRET: 'Client-Secret dieser App.',
  SLACK_SIGNING_SECRET: 'Signing-Secret dieser App. Slack unterschreibt damit, was es sendet.',
  SMTP_URL: 'Mailserver. Nicht gesetzt: Jede Mail wird als Datei in DATA_DIR/outbox geschrieben.',
  TELEGRAM_BOT_TOKEN:
    'Token deines Telegram-Bots, von @BotFather. Mit ihm wird Telegram echt, was auch immer SANDBOX sagt.',
}

/** Purposes of the secrets of any network, by the end of their names. */
const ofNetworks: readonly (readonly [ending: string, purpose: string])[] = [
  [
    '_CLIENT_ID',
    'Client-ID der App, die du beim Netzwerk registriert hast. Mit dem Client-Secret wird das Netzwerk echt, was auch immer SANDBOX sagt.',
  ],
  ['_CLIENT_SECRET', 'Client-Secret dieser App.'],
  ['_VERIFY_TOKEN', 'Ein Token deiner Wahl. Trag dasselbe bei Meta als Prüf-Token des Webhooks ein.'],
  [
    '_CONFIG_ID',
    'Konfigurations-ID von Facebook Login for Business, deren Berechtigungen dann gelten. Eine App mit einfachem Facebook Login braucht sie nicht.',
  ],
]

export const secrets: Messages['admin']['secrets'] = {
  title: 'Geheimnisse',
  lead: 'Die Schlüssel deiner Apps bei den Netzwerken. Ein Wert wird versiegelt und nie wieder gezeigt. Die Anmeldung in zwei Schritten ist nötig.',
  about: (name, said) => purposes[name] ?? ofNetworks.find(([ending]) => name.endsWith(ending))?.[1] ?? said,
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
