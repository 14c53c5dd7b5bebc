import type { Messages } from '../../en/index.ts'
import { alerts } from './alerts.ts'
import { auditLog } from './audit-log.ts'
import { backups } from './backups.ts'
import { crons } from './crons.ts'
import { directory } from './directory.ts'
import { mails } from './mails.ts'
import { networks, secrets } from './networks.ts'
import { business, overview } from './overview.ts'
import { queue } from './queue.ts'
import { selfTests } from './self-tests.ts'
import { flags, tickets, users } from './users.ts'

export const admin: Messages['admin'] = {
  closed: 'Nur für Administratoren',
  closedLead: 'Bitte einen Serveradministrator um Zugriff.',
  groups: {
    people: 'Personen',
    publishing: 'Veröffentlichung',
    trust: 'Überwachung',
    settings: 'Einstellungen',
    business: 'Geschäft',
  },
  leads: {
    overview: 'Zustand des Systems.',
    users: 'Alle mit einem Konto. Änderungen stehen im Audit-Log.',
    directory: 'Konten und Rollen aus Okta, Entra oder einem anderen Firmenverzeichnis.',
    queue: 'Wartende Beiträge und pausierte Netzwerke.',
    networks: 'Status, Modus und App-Zugangsdaten der Netzwerke.',
    crons: 'Hintergrundjobs: Zeitpläne und letzte Läufe.',
    alerts: 'Offene Probleme, und wie du benachrichtigt wirst.',
    selfTests: 'Prüfe, ob jeder Teil funktioniert, von der Datenbank bis zu den Netzwerken.',
    backups: 'Wann die Installation zuletzt gesichert wurde, und wie du sie wiederherstellst.',
    auditLog: 'Wer was wann geändert hat. Manipulationen fallen auf.',
    mails: 'Passe die E-Mails an, die Posthorn sendet.',
    flags: 'Schalte Funktionen ein oder aus, und lege fest, für wen.',
    tickets: 'Meldungen von Benutzern und deine Antworten.',
    business: 'Aktivierung, Bindung, Umsatz und Abwanderung.',
  },
  alerts,
  auditLog,
  backups,
  business,
  crons,
  directory,
  flags,
  mails,
  networks,
  overview,
  queue,
  secrets,
  tickets,
  users,
  selfTests,
}
