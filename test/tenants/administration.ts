const own = { needs: 'nothing' } as const
const withPath = (id: string) => ({ ...own, path: () => [id] })
const unknownAlert = 'alert_01kajv4z00e008000000000001'
const unknownTicket = 'tkt_01kajv4z00e008000000000001'

/** The rows of the administration. Its access rules require roles that no caller of the tenant matrix has. */
export const administration = {
  listAlerts: own,
  raiseAlert: own,
  acknowledgeAlert: withPath(unknownAlert),
  getAlertPreferences: own,
  setAlertPreferences: own,
  listTickets: own,
  triageTicket: withPath(unknownTicket),
  getCronStatus: own,
  listCronConfigs: own,
  changeCron: withPath('audit-head'),
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
  getQueue: own,
  pauseQueue: own,
  resumeQueue: own,
}
