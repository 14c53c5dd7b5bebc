export { type NewAlert, type NewTicket, openTicket, raiseAlert } from './store.ts'
