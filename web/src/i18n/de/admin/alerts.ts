import type { Messages } from '../../en/index.ts'

export const alerts: Messages['admin']['alerts'] = {
  title: 'Warnungen',
  none: 'Alles ruhig. Nichts braucht dich.',
  acknowledge: 'Ich kümmere mich',
  severity: { info: 'Hinweis', warning: 'Warnung', critical: 'Kritisch' },
}
