import type { Messages } from '../../en/index.ts'

export const telegram: Messages['telegram'] = {
  title: 'Telegram',
  lead: 'Schicke einem Bot Texte, Bilder und Videos: Sie werden Entwürfe, die du dort planst und veröffentlichst.',
  none: 'Wer diese Installation betreibt, hat noch keinen Bot eingerichtet.',
  link: 'Chat verbinden',
  linkAnother: 'Weiteren Chat verbinden',
  codeLead: 'Öffne den Bot und drücke Start. Der Code gilt einmal, zehn Minuten lang.',
  open: (bot) => `@${bot} öffnen`,
  command: 'Für eine Gruppe: sende ihr dies',
  linked: (when) => `Verbunden ${when}`,
  unreachable: 'Der Bot wurde blockiert oder entfernt',
  unlink: 'Trennen',
}
