import type { Messages } from '../../en/index.ts'

export const slack: Messages['slack'] = {
  title: 'Slack',
  lead: 'Schreibe, veröffentliche und genehmige Beiträge in Slack, und erfahre dort, was hinausging.',
  connected: (team) => `Du bist in ${team} verbunden. Gib dort /posthorn help ein.`,
  installedBy: (name, when) => `Installiert von ${name}, ${when}`,
  install: 'Zu Slack hinzufügen',
  link: 'Jemand anderes hat es installiert',
  codeLead: 'Gib dies innerhalb von zehn Minuten in Slack ein. Es gilt einmal.',
  command: 'Befehl',
  end: 'Trennen',
  endTitle: 'Slack trennen?',
  endLead:
    'Hast du die App installiert, wird sie für alle aus dem Workspace entfernt. Andernfalls wird nur deine Verbindung getrennt.',
}
