export { listAllEntries } from './browse/store.ts'
export { sealedAuditHashes } from './chain/authenticity.ts'
export { headsFile, readHeads, readOwnHeads } from './chain/heads.ts'
export { createSealer } from './chain/sealer.ts'
export { verifyAudit } from './chain/verify.ts'
export { exportLog } from './export/export-log.ts'
export { verifyFile } from './export/verify-file.ts'
export { auditHandlers, recordAuditHead } from './jobs.ts'
export { auditEntry, auditPage } from './schema.ts'
export {
  type AuditActor,
  type AuditEntry,
  type AuditLine,
  eraseFromAudit,
  eraseSubjectFromAudit,
  listAuditEntries,
  listEntriesAbout,
  listNewestSubjects,
  writeAudit,
  writeAudits,
} from './store.ts'
