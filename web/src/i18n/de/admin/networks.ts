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
