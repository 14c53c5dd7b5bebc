export {
  type AlertPrefs,
  isWanted,
  listAdministrators,
  readPrefs,
  writePrefs,
} from './prefs-store.ts'
export {
  type Alert,
  type AlertKind,
  acknowledge,
  alertKinds,
  type Finding,
  findAlert,
  listAlerts,
  listUnannounced,
  lockAlert,
  markAnnounced,
  type NewAlert,
  raiseAlert,
  raiseByHand,
  raiseDaily,
  type Severity,
  settleFindings,
  severities,
  takeWatch,
} from './store.ts'
export { findTicket, listTickets, openTicket, type TicketState, updateTicket } from './tickets-store.ts'
