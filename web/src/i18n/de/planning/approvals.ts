import type { Messages } from '../../en/index.ts'

export const approvals: Messages['approvals'] = {
  title: 'Freigabe',
  lead: (given, required) => `${given} von ${required} erteilt`,
  status: {
    not_required: 'Nicht nötig',
    needed: 'Nötig, bevor er erscheint',
    requested: 'Angefragt',
    approved: 'Freigegeben',
    rejected: 'Zurückgegeben',
  },
  request: 'Um Freigabe bitten',
  approve: 'Freigeben',
  reject: 'Zurückgeben',
  rejectTitle: 'Den Beitrag zurückgeben?',
  rejectLead: 'Er wird wieder ein Entwurf, und wer ihn schrieb, erfährt den Grund.',
  reason: 'Grund',
  decided: {
    approved: (when) => `${when} freigegeben`,
    rejected: (when) => `${when} zurückgegeben`,
  },
  outdated: '(der Beitrag hat sich seither geändert)',
  settings: {
    title: 'Freigaben',
    lead: 'Beiträge warten, bis genug Menschen sie so, wie sie sind, freigegeben haben. Jede spätere Änderung fragt neu.',
    count: 'So viele müssen freigeben',
    countHint: '0 schaltet Freigaben ab.',
    role: 'Niedrigste Rolle, die freigeben darf',
  },
}
