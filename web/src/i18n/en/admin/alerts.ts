/** Alerts, and how somebody is told of them. */
export const alerts = {
  title: 'Alerts',
  none: 'All is quiet. Nothing needs you.',
  acknowledge: 'I look after it',
  severity: { info: 'Note', warning: 'Warning', critical: 'Critical' },
}
