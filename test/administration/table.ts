import type { Role } from '#kernel/caller.ts'

/** A call that changes something, and its entry in the audit log. */
interface Change {
  /** `a user` is replaced by a user's ID. */
  readonly path?: readonly string[]
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly leaves: string
}

export interface Row {
  /** The lowest role in the installation that may call it. */
  readonly least: Role
  /** Also permitted with the cron secret. */
  readonly byCronSecret?: true
  /** Refused to API keys. */
  readonly identityOnly?: true
  /** For an operation that writes: a call by a superadmin that changes something. */
  readonly change?: Change
  /** Why a non-GET operation changes nothing, or the test that covers its entry. */
  readonly withoutChange?: string
}

/** Secrets need a two-step verification code; `secrets.test.ts` covers their entries. */
const withSecondFactor: Row = {
  least: 'superadmin',
  identityOnly: true,
  withoutChange: 'It needs a second factor; secrets.test.ts shows its entry.',
}

/** Every operation under /v1/admin, except those that anyone may call. */
export const table: Readonly<Record<string, Row>> = {
  listAlerts: { least: 'support' },
  raiseAlert: {
    least: 'admin',
    change: { body: { severity: 'info', message: 'We move tonight.' }, leaves: 'alert.raised' },
  },
  acknowledgeAlert: { least: 'support', withoutChange: 'It needs an alert; alerts.test.ts shows its entry.' },
  getAlertPreferences: { least: 'support' },
  setAlertPreferences: {
    least: 'support',
    change: { body: { minSeverity: 'critical' }, leaves: 'alert_prefs.changed' },
  },
  listBackups: { least: 'superadmin' },
  getDirectory: { least: 'superadmin' },
  setDirectoryGrants: {
    least: 'superadmin',
    withoutChange: 'It needs a group of a directory; grants.test.ts shows its entry.',
  },
  listTickets: { least: 'support' },
  triageTicket: { least: 'support', withoutChange: 'It needs a ticket; tickets.test.ts shows its entry.' },
  getCronStatus: { least: 'support' },
  listCronConfigs: { least: 'support' },
  changeCron: { least: 'admin', change: { path: ['audit-head'], body: { enabled: false }, leaves: 'cron.changed' } },
  runCron: { least: 'admin', change: { path: ['audit-head'], leaves: 'cron.run' } },
  syncMetrics: { least: 'admin', change: { leaves: 'metrics.sync_asked' } },
  syncMetricsByCron: { least: 'admin', byCronSecret: true, change: { leaves: 'metrics.sync_asked' } },
  retryFailedWebhooks: { least: 'admin', byCronSecret: true, change: { leaves: 'webhooks.retried' } },
  refreshConnections: { least: 'admin', byCronSecret: true, change: { leaves: 'connections.refresh_asked' } },
  getAdminOverview: { least: 'support' },
  getAdminStats: { least: 'support' },
  getPlatformsHealth: { least: 'support' },
  getPlatformsUsage: { least: 'support' },
  getPlatformsMode: { least: 'support' },
  changePinterestMode: {
    least: 'admin',
    withoutChange: 'It needs an app or a sandbox; secrets.test.ts shows its entry.',
  },
  getQueue: { least: 'support' },
  pauseQueue: {
    least: 'admin',
    change: { body: { platform: 'net-d', reason: 'We talk to X.' }, leaves: 'queue.paused' },
  },
  resumeQueue: { least: 'admin', change: { body: { platform: 'net-d' }, leaves: 'queue.resumed' } },
  listAuditLog: { least: 'support' },
  exportAuditLog: { least: 'admin' },
  getFunnel: { least: 'support' },
  getRetention: { least: 'support' },
  getLtvByPlan: { least: 'support' },
  getCancellationFeedback: { least: 'support' },
  enforcePastDue: {
    least: 'admin',
    byCronSecret: true,
    withoutChange: 'No one is past due here; business.test.ts shows its entry.',
  },
  listEmailTemplates: { least: 'support' },
  getEmailTemplate: { least: 'support' },
  saveEmailTemplate: {
    least: 'admin',
    change: {
      path: ['welcome'],
      body: { subject: 'Hi {{name}}', html: 'Hi', text: 'Hi' },
      leaves: 'mail_template.changed',
    },
  },
  resetEmailTemplate: { least: 'admin', change: { path: ['welcome'], leaves: 'mail_template.reset' } },
  previewEmailTemplate: { least: 'support', withoutChange: 'It renders, and stores nothing.' },
  sendTestWelcome: { least: 'admin', change: { leaves: 'mail_template.tested' } },
  sendTestGoodbye: { least: 'admin', change: { leaves: 'mail_template.tested' } },
  listSelfTests: { least: 'support', identityOnly: true },
  runSelfTests: {
    least: 'admin',
    identityOnly: true,
    change: { body: { names: ['clock'] }, leaves: 'self_tests.started' },
  },
  listSelfTestRuns: { least: 'support', identityOnly: true },
  getSelfTestRun: { least: 'support', identityOnly: true },
  searchUsers: { least: 'support' },
  getUser: { least: 'support' },
  changeUserRole: { least: 'admin', change: { path: ['a user'], body: { plan: 'pro' }, leaves: 'user.updated' } },
  signOutUser: { least: 'admin', change: { path: ['a user'], leaves: 'user.signed_out_everywhere' } },
  disableUser: { least: 'admin', change: { path: ['a user'], body: { reason: 'spam' }, leaves: 'user.disabled' } },
  enableUser: { least: 'admin', change: { path: ['a user'], leaves: 'user.enabled' } },
  updateFeatureFlag: {
    least: 'admin',
    change: { path: ['member-invites'], body: { enabled: false }, leaves: 'feature_flag.changed' },
  },
  getFeatureFlagSettings: { least: 'support' },
  listSecrets: { least: 'superadmin', identityOnly: true },
  createSecret: withSecondFactor,
  restartWithSecrets: withSecondFactor,
  deleteSecret: withSecondFactor,
  setSecret: withSecondFactor,
  revokeSecret: withSecondFactor,
  testSecret: withSecondFactor,
  startMfaEnrolment: { least: 'support', identityOnly: true, withoutChange: 'It is about the caller alone.' },
  verifyMfaEnrolment: { least: 'support', identityOnly: true, withoutChange: 'It is about the caller alone.' },
  generateRecoveryCodes: { least: 'user', identityOnly: true, withoutChange: 'It is about the caller alone.' },
  disableMfa: { least: 'user', identityOnly: true, withoutChange: 'It is about the caller alone.' },
}
