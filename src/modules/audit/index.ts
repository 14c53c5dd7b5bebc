export { auditEntry, auditPageOf } from './schema.ts'
export { type AuditActor, type AuditEntry, type AuditLine, auditPage, eraseFromAudit, writeAudit } from './store.ts'
