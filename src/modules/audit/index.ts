export { headsFile, readHeads } from './heads.ts'
export { auditHandlers, noteAuditHead } from './jobs.ts'
export { auditEntry, auditPageOf } from './schema.ts'
export { createSealer } from './sealer.ts'
export {
  type AuditActor,
  type AuditEntry,
  type AuditLine,
  auditOf,
  auditPage,
  eraseFromAudit,
  eraseSubjectFromAudit,
  writeAudit,
} from './store.ts'
export { verifyAudit } from './verify.ts'
