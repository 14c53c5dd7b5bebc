import type { World } from './world.ts'

/** A row that needs no role on a profile; see `table.ts`. */
interface Row {
  readonly needs: 'nothing'
  readonly path?: (world: World) => readonly string[]
  readonly body?: (world: World) => unknown
}

const own: Row = { needs: 'nothing' }
const withPath = (id: string): Row => ({ ...own, path: () => [id] })
const unknownAlert = 'alert_01kajv4z00e008000000000001'
const unknownTicket = 'tkt_01kajv4z00e008000000000001'

/** The administration, whose access rules require roles that no caller of the table has. */
export const administration: Readonly<Record<string, Row>> = {
  listAuditLog: own,
  exportAuditLog: own,
  getFunnel: own,
  getRetention: own,
  getLtvByPlan: own,
  getCancellationFeedback: own,
  enforcePastDue: own,
  listEmailTemplates: own,
  getEmailTemplate: { ...own, path: () => ['welcome'] },
  saveEmailTemplate: { ...own, path: () => ['welcome'], body: () => ({ subject: 'Hi', html: 'Hi', text: 'Hi' }) },
  resetEmailTemplate: { ...own, path: () => ['welcome'] },
  previewEmailTemplate: { ...own, path: () => ['welcome'] },
  sendTestWelcome: own,
  sendTestGoodbye: own,
  listSelfTests: own,
  runSelfTests: own,
  listSelfTestRuns: own,
  getSelfTestRun: { ...own, path: () => ['run_01kajv4z00e008000000000001'] },
  searchUsers: own,
  getUser: { ...own, path: ({ stranger }) => [stranger.uid] },
  changeUserRole: { ...own, path: ({ stranger }) => [stranger.uid], body: () => ({ plan: 'pro' }) },
  signOutUser: { ...own, path: ({ stranger }) => [stranger.uid] },
  disableUser: { ...own, path: ({ stranger }) => [stranger.uid], body: () => ({ reason: 'no reason' }) },
  enableUser: { ...own, path: ({ stranger }) => [stranger.uid] },
  listSecrets: own,
  createSecret: { ...own, body: () => ({ name: 'X_CLIENT_ID', value: 'an-app' }) },
  restartWithSecrets: own,
  deleteSecret: { ...own, path: () => ['X_CLIENT_ID'] },
  setSecret: { ...own, path: () => ['X_CLIENT_ID'], body: () => ({ value: 'an-app' }) },
  revokeSecret: { ...own, path: () => ['X_CLIENT_ID'] },
  testSecret: { ...own, path: () => ['X_CLIENT_ID'] },
  listAlerts: own,
  raiseAlert: { ...own, body: () => ({ kind: 'note', severity: 'info', message: 'The disk is full.' }) },
  acknowledgeAlert: withPath(unknownAlert),
  getAlertPreferences: own,
  setAlertPreferences: { ...own, body: () => ({ chat: true }) },
  listTickets: own,
  triageTicket: withPath(unknownTicket),
  getCronStatus: own,
  getDirectory: own,
  setDirectoryGrants: { ...withPath('grp_01kajv4z00e008000000000001'), body: () => ({ role: null, brands: [] }) },
  listBackups: own,
  listCronConfigs: own,
  changeCron: { ...withPath('audit-head'), body: () => ({ enabled: true }) },
  runCron: withPath('audit-head'),
  syncMetrics: own,
  syncMetricsByCron: own,
  retryFailedWebhooks: own,
  refreshConnections: own,
  getAdminOverview: own,
  getAdminStats: own,
  getPlatformsHealth: own,
  getPlatformsUsage: own,
  getPlatformsMode: own,
  changePinterestMode: { ...own, body: () => ({ mode: 'sandbox' }) },
  getQueue: own,
  pauseQueue: { ...own, body: () => ({ reason: 'no reason' }) },
  resumeQueue: own,
}
