export { headsFile, readHeads } from './chain/heads.ts'
export { createSealer } from './chain/sealer.ts'
export { verifyAudit } from './chain/verify.ts'
export { auditHandlers, noteAuditHead } from './jobs.ts'
export { auditEntry, auditPageOf } from './schema.ts'
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
